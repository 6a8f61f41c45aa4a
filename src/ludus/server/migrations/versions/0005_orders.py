"""Standing orders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "orders",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.add_column("seats", sa.Column("orders", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("seats_by_orders", "seats", ["orders"])


def downgrade() -> None:
    op.drop_index("seats_by_orders", "seats")
    op.drop_column("seats", "orders")
    op.drop_table("orders")
