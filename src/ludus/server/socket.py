from starlette.routing import WebSocketRoute


async def x(ws): ...


socket_route = WebSocketRoute("/api/matches/{match_id}/socket", x)
