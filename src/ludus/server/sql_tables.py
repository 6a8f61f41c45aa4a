"""The SQL tables. Whatever is plain data inside a match is kept as JSON text; the database orders and guards it."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
)

from ludus.server.saved_match import DRIVE

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    # Of the newest step. Every write moves it from n to n + 1 or fails: that decides who was first.
    Column("number", Integer, nullable=False),
    Column("waiting", Text, nullable=False),
    Column("outcome", Text),
    Column("rematch", Text),
    Column("clock", Text),
    Column("scenario", Text),  # its name
    Column("position", Text),  # where it begins, if not at the beginning
    Column("rules_name", Text, nullable=False, server_default=""),  # of the house rules
    Column("due", Float),  # when somebody's time is up, in seconds since 1970
    Column("contests", Text, nullable=False, server_default="[]"),  # of a campaign: what each is, and how it ended
    Column("parent", Text),  # the campaign whose contest it is
    Column("parent_title", Text, nullable=False, server_default=""),
    Column("contest", Integer),  # its number there
    Column("title", Text, nullable=False, server_default=""),  # and its title
    Column("proposal", Text),  # a clock that not all have agreed to
    Column("tournament", Text),  # the tournament whose table it is
    Index("matches_by_status", "status"),
    Index("matches_by_due", "due"),
    Index("matches_by_parent", "parent", "contest", unique=True),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", Text),
    Column("token", Text),  # only its hash
    Column("resigned", Boolean, nullable=False),
    Column("orders", Boolean, nullable=False, server_default=false()),  # its standing orders count
    Column("hands", Text, nullable=False, server_default=DRIVE),  # who answers for a person
    Column("contests", Text, nullable=False, server_default=DRIVE),  # and in the contests to come
    Column("owner", Integer),  # the seat of the campaign to which one of a contest belongs
    Index("seats_by_token", "token"),
    Index("seats_by_orders", "orders"),
)

# Everything that ever changed a match, in order: answers, undos, resignations, changes at the table.
steps = Table(
    "steps",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("choice", Text),
    Column("key", Text),  # the id the client gave it
    Column("note", Text, nullable=False),
    Column("since", Integer, nullable=False),  # events from here on are replaced by these
    Column("events", Text, nullable=False),
    Column("patch", Text, nullable=False),  # of the position as spectators see it
    sqlite_with_rowid=False,
)

# The newest checkpoint of each match; steps after `number` lead on from it.
snapshots = Table(
    "snapshots",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("body", Text, nullable=False),
)

# Matches that are over: out of the three tables above, compressed.
shelf = Table(
    "shelf",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("steps", LargeBinary, nullable=False),
    Column("snapshot", LargeBinary),
    Column("record", LargeBinary, nullable=False),
)

# One row: the time of the house, and when it last went on after a stop.
house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("time", Float, nullable=False),
    Column("resumed", Float, nullable=False),
)

# Addresses that are not let in.
banned = Table(
    "banned",
    metadata,
    Column("address", Text, primary_key=True),  # or a network, 192.0.2.0/24
    Column("why", Text, nullable=False),
)

# What a person writes down for himself alone. It is the token's, so whoever has the seat next does not read it.
notes = Table(
    "notes",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("token", Text, primary_key=True),  # only its hash
    Column("body", Text, nullable=False),
)

# Standing orders. They are the token's too, and count while the seat says so.
standing_orders = Table(
    "orders",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("token", Text, primary_key=True),  # only its hash
    Column("body", Text, nullable=False),
    Column("seen", Float, nullable=False),  # when its holder was last here, in seconds since 1970
)

# A person's pass: the hash of its code, and his seats' tokens sealed with it.
passes = Table(
    "passes",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("sealed", LargeBinary, nullable=False),
    Column("changed", Text, nullable=False),
)

# Keys of the house itself.
keys = Table("keys", metadata, Column("name", Text, primary_key=True), Column("body", Text, nullable=False))

# Where somebody is told that it is his turn.
targets = Table(
    "targets",
    metadata,
    Column("id", Text, primary_key=True),
    Column("key", Text, nullable=False, unique=True),  # the hash of what its owner changes it with
    Column("off", Text, nullable=False, unique=True),  # stands in every message: switches it off, and does no more
    Column("kind", Text, nullable=False),  # push, mail or hook
    Column("body", Text, nullable=False),  # the address, and whatever sending needs besides
    Column("quiet", Text),  # hours of silence
    Column("confirmed", Boolean, nullable=False),
)

# The seats it is about, by their tokens: so it follows into contests and rematches.
target_seats = Table(
    "target_seats",
    metadata,
    Column("target_id", Text, ForeignKey("targets.id", ondelete="CASCADE"), primary_key=True),
    Column("token", Text, primary_key=True),  # only its hash
    Column("seen", Float, nullable=False),  # when its holder was last here, in seconds since 1970
)

# What was told: one line a message, so that no two processes tell the same.
told = Table(
    "told",
    metadata,
    Column("target_id", Text, ForeignKey("targets.id", ondelete="CASCADE"), primary_key=True),
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),  # turn or reminder
    Column("since", Integer, primary_key=True, autoincrement=False),  # the seat's last answer before
)

# Who wants one has an account.
accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("looks", Text, nullable=False, unique=True),  # the same for names that look alike
    Column("mail", Text, unique=True),
    Column("created", Text, nullable=False),
    sqlite_with_rowid=False,
)

# Where somebody is told of every seat of his account, also of those to come.
account_targets = Table(
    "account_targets",
    metadata,
    Column("target_id", Text, ForeignKey("targets.id", ondelete="CASCADE"), primary_key=True),
    Column("account_id", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    sqlite_with_rowid=False,
)

# What a device proves itself with.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),  # the credential's
    Column("account_id", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("house", Text, nullable=False),  # the name of the house that it is good for
    Column("public_key", LargeBinary, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("device", Text, nullable=False),
    Column("created", Text, nullable=False),
    sqlite_with_rowid=False,
)

# A device where somebody is signed in.
sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("hash", Text, nullable=False, unique=True),  # of what the device's cookie says
    Column("account_id", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("device", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("seen", Float, nullable=False),  # in seconds since 1970
    sqlite_with_rowid=False,
)

# The seats of an account, by their tokens: so it has their rematches and contests, too.
account_seats = Table(
    "account_seats",
    metadata,
    Column("token", Text, primary_key=True),  # only its hash
    Column("account_id", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Index("seats_by_account", "account_id"),
    sqlite_with_rowid=False,
)

# What a device holds in place of a seat's token that was given to another device. It ends with the session.
seat_keys = Table(
    "seat_keys",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("session_id", Text, ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    Column("token", Text, nullable=False),  # only its hash
    sqlite_with_rowid=False,
)

# Good for one answer: what a passkey must sign, and the links in letters.
challenges = Table(
    "challenges",
    metadata,
    Column("id", Text, primary_key=True),  # the hash of what is given out
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("mail", Text),  # to whom it was written
    Column("expires", Float, nullable=False),
    sqlite_with_rowid=False,
)

# Who sat where as a match began: an account's id, or bot:name. Who came later, or has no account, is not here.
players = Table(
    "players",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("who", Text, nullable=False),
    Index("players_by_who", "who"),
    sqlite_with_rowid=False,
)

# Matches that are over and not rated yet.
unrated = Table(
    "unrated",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("who", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# How matches ended for those who have accounts, and for the bots they met. It stays when a match is deleted.
results = Table(
    "results",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("who", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("finished", Text, nullable=False),
    Column("mu", Float),  # the rating afterwards; none where the match did not count for it
    Column("sigma", Float),
    Index("results_by_who", "who"),
    sqlite_with_rowid=False,
)

# Tournaments of people. Every change moves `version` from n to n + 1 or fails: so no round is made twice.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("key", Text, nullable=False, unique=True),  # the hash of what its organiser changes it with
    Column("name", Text, nullable=False),
    Column("status", Text, nullable=False),  # open, running, waiting for its organiser, over
    Column("listed", Boolean, nullable=False),
    Column("plan", Text, nullable=False),  # what is played, and how
    Column("version", Integer, nullable=False),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Index("tournaments_by_status", "status"),
    sqlite_with_rowid=False,
)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament_id", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("token", Text, nullable=False),  # the hash of the one that owns his seats at all tables
    Column("out", Boolean, nullable=False),  # he has withdrawn
    Index("entrants_by_token", "token"),
    sqlite_with_rowid=False,
)

# Who meets whom. A match that is deleted leaves its line: what was counted counts.
tournament_tables = Table(
    "tournament_tables",
    metadata,
    Column("tournament_id", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("stage", Text, nullable=False),
    Column("match_id", Text, unique=True),  # none: who is free
    Column("seating", Text, nullable=False),  # by seat: the number of an entrant, or null for a bot
    Column("places", Text),  # by seat, once they are known; [] where nothing came of it
    sqlite_with_rowid=False,
)
