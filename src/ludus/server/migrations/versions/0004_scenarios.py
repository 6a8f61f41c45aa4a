"""Matches that begin at a scenario's position."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("scenario", sa.Text))
    op.add_column("matches", sa.Column("position", sa.Text))


def downgrade() -> None:
    op.drop_column("matches", "position")
    op.drop_column("matches", "scenario")
