"""The time of the house, and clocks that are proposed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("resumed", sa.Float, nullable=False),
    )
    op.create_table(
        "banned", sa.Column("address", sa.Text, primary_key=True), sa.Column("why", sa.Text, nullable=False)
    )
    op.add_column("matches", sa.Column("proposal", sa.Text))


def downgrade() -> None:
    op.drop_column("matches", "proposal")
    op.drop_table("banned")
    op.drop_table("house")
