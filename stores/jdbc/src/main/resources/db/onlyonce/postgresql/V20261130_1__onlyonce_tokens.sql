-- OnlyOnce's one-time tokens on PostgreSQL 12 or later. May be run again at any time: what exists stays.
-- Who reads these tables cannot use a token: they hold a hash of token and binding, never the token.

CREATE TABLE IF NOT EXISTS onlyonce_token (
    id         bytea       NOT NULL, -- SHA-256 of the token and all that it is bound to
    purpose    text        NOT NULL, -- this and the next two are for people, and the id alone decides
    subject    text        NOT NULL,
    target     text,
    uses_left  integer     NOT NULL,
    issued_at  timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,          -- the last use
    CONSTRAINT onlyonce_token_pkey PRIMARY KEY (id),
    CONSTRAINT onlyonce_token_uses CHECK (uses_left >= 0)
);

CREATE INDEX IF NOT EXISTS onlyonce_token_expires_at ON onlyonce_token (expires_at);

-- signed tokens that were used
CREATE TABLE IF NOT EXISTS onlyonce_used_mark (
    id         bytea       NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT onlyonce_used_mark_pkey PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS onlyonce_used_mark_expires_at ON onlyonce_used_mark (expires_at);

INSERT INTO onlyonce_schema (version) VALUES (2) ON CONFLICT (version) DO NOTHING;
