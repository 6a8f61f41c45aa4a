"""Print the OpenAPI description with the socket's messages: `python -m ludus.server.openapi`."""

from __future__ import annotations

import json
import sys
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from ludus.server import socket_schema

REF = "#/components/schemas/"
CLIENT_MESSAGES: tuple[type[BaseModel], ...] = get_args(get_args(socket_schema.ClientMessage)[0])
SERVER_MESSAGES: tuple[type[BaseModel], ...] = get_args(socket_schema.ServerMessage)


def socket_components() -> dict[str, Any]:
    """What goes over the socket, as OpenAPI components."""
    _, definitions = models_json_schema(
        [(model, "validation") for model in CLIENT_MESSAGES + SERVER_MESSAGES], ref_template=REF + "{model}"
    )
    components: dict[str, Any] = definitions["$defs"]
    for component in components.values():
        for field in component.get("properties", {}).values():
            if field.get("default", ...) is None:  # it may be left out, as in the bodies of REST
                del field["default"]
    components["ClientMessage"] = _one_of(CLIENT_MESSAGES)
    components["ServerMessage"] = _one_of(SERVER_MESSAGES)
    return components


def _one_of(models: tuple[type[BaseModel], ...]) -> dict[str, Any]:
    return {
        "oneOf": [{"$ref": REF + model.__name__} for model in models],
        "discriminator": {
            "propertyName": "type",
            "mapping": {get_args(model.model_fields["type"].annotation)[0]: REF + model.__name__ for model in models},
        },
    }


def description() -> dict[str, Any]:
    """The whole of it: REST paths from the app, bodies and socket messages as components."""
    from ludus.server.app import create_app
    from ludus.server.settings import Settings

    whole = create_app(Settings()).openapi()
    components = {**whole["components"]["schemas"], **socket_components()}
    whole["components"]["schemas"] = dict(sorted(components.items()))
    return whole


if __name__ == "__main__":
    json.dump(description(), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")
