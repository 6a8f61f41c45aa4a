"""Clocks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("clock", sa.Text))
    op.add_column("matches", sa.Column("due", sa.Float))
    op.create_index("matches_by_due", "matches", ["due"])


def downgrade() -> None:
    op.drop_index("matches_by_due", "matches")
    op.drop_column("matches", "due")
    op.drop_column("matches", "clock")
