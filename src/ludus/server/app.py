"""The application: REST, sockets, the built client, and the middleware around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

import ludus
from ludus.bots import BOTS, COMPANY
from ludus.learn.hired import hire
from ludus.library import GAMES
from ludus.server import (
    accounts_api,
    acta_api,
    analysis_api,
    api,
    charts_api,
    client_pages,
    notices_api,
    odds_api,
    operating_api,
    people_api,
    problems,
    solution_api,
    tournaments_api,
)
from ludus.server.door import Bans, Door
from ludus.server.hall import Hall
from ludus.server.metrics import Metrics
from ludus.server.middleware import BodyLimitAndHeaders
from ludus.server.settings import Settings
from ludus.server.socket import socket_route


def create_app(settings: Settings) -> FastAPI:
    """A server over one database. Nothing is opened before it starts."""
    for shelf in (GAMES, BOTS, COMPANY):
        list(shelf.values())  # imported now, so that no visitor waits for it
    if settings.policies is not None:
        hire(settings.policies)

    bans, metrics = Bans(), Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with Hall.open(settings, bans, metrics) as hall:
            app.state.hall = hall
            yield

    app = FastAPI(
        title="Ludus",
        version=ludus.__version__,
        summary="The games of the Roman circus and arena, with every rule enforced.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    problems.install(app)
    # The same routes for every server: included, they would be built anew, a tenth of a second before the first answer.
    app.router.routes.extend(api.router.routes)
    app.router.routes.extend(acta_api.router.routes)
    app.router.routes.extend(odds_api.router.routes)
    app.router.routes.extend(charts_api.router.routes)
    app.router.routes.extend(solution_api.router.routes)
    app.router.routes.extend(analysis_api.router.routes)
    app.router.routes.extend(people_api.router.routes)
    app.router.routes.extend(accounts_api.router.routes)
    app.router.routes.extend(notices_api.router.routes)
    app.router.routes.extend(tournaments_api.router.routes)
    app.router.routes.append(socket_route)
    app.router.routes.extend(operating_api.routes)
    client_pages.install(app, settings.static)
    app.add_middleware(Door, settings=settings, banned=bans, metrics=metrics)
    app.add_middleware(BodyLimitAndHeaders, max_body=settings.max_body)
    return app
