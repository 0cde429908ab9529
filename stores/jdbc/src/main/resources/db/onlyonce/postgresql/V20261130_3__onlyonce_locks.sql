-- OnlyOnce's locks on PostgreSQL 12 or later. May be run again at any time: what exists stays.
-- One row for each name that was ever locked. It is never deleted, because the fences of a name must rise for ever.

CREATE TABLE IF NOT EXISTS onlyonce_lock (
    name        text        NOT NULL,
    owner       text        NOT NULL, -- the attempt that has it, or had it last
    fence       bigint      NOT NULL,
    lease_until timestamptz NOT NULL, -- free from then on
    CONSTRAINT onlyonce_lock_pkey PRIMARY KEY (name)
);

INSERT INTO onlyonce_schema (version) VALUES (3) ON CONFLICT (version) DO NOTHING;
