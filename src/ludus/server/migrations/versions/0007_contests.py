"""Campaigns and their contests, and bots that stand in for persons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("contests", sa.Text, nullable=False, server_default="[]"))
    op.add_column("matches", sa.Column("parent", sa.Text))
    op.add_column("matches", sa.Column("parent_title", sa.Text, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("contest", sa.Integer))
    op.add_column("matches", sa.Column("title", sa.Text, nullable=False, server_default=""))
    op.create_index("matches_by_parent", "matches", ["parent", "contest"], unique=True)
    op.add_column("seats", sa.Column("hands", sa.Text, nullable=False, server_default="drive"))
    op.add_column("seats", sa.Column("contests", sa.Text, nullable=False, server_default="drive"))
    op.add_column("seats", sa.Column("owner", sa.Integer))


def downgrade() -> None:
    for column in ("owner", "contests", "hands"):
        op.drop_column("seats", column)
    op.drop_index("matches_by_parent", "matches")
    for column in ("title", "contest", "parent_title", "parent", "contests"):
        op.drop_column("matches", column)
