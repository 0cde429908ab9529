-- OnlyOnce's one-time tokens on H2 2.2 or later, in any compatibility mode. May be run again at any time: what exists stays.
-- Who reads these tables cannot use a token: they hold a hash of token and binding, never the token.

CREATE TABLE IF NOT EXISTS onlyonce_token (
    id         binary varying(32)          NOT NULL, -- SHA-256 of the token and all that it is bound to
    purpose    character varying(200)      NOT NULL, -- this and the next two are for people, and the id alone decides
    subject    character varying(512)      NOT NULL,
    target     character varying(512),
    uses_left  integer                     NOT NULL,
    issued_at  timestamp(6) with time zone NOT NULL,
    expires_at timestamp(6) with time zone NOT NULL,
    used_at    timestamp(6) with time zone,          -- the last use
    CONSTRAINT onlyonce_token_pkey PRIMARY KEY (id),
    CONSTRAINT onlyonce_token_uses CHECK (uses_left >= 0)
);

CREATE INDEX IF NOT EXISTS onlyonce_token_expires_at ON onlyonce_token (expires_at);

-- signed tokens that were used
CREATE TABLE IF NOT EXISTS onlyonce_used_mark (
    id         binary varying(32)          NOT NULL,
    expires_at timestamp(6) with time zone NOT NULL,
    CONSTRAINT onlyonce_used_mark_pkey PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS onlyonce_used_mark_expires_at ON onlyonce_used_mark (expires_at);

MERGE INTO onlyonce_schema (version) KEY (version) VALUES (2);
