-- OnlyOnce on PostgreSQL 12 or later. May be run again at any time: what exists stays.

CREATE TABLE IF NOT EXISTS onlyonce_record (
    id              uuid        NOT NULL,
    scope           text        NOT NULL,
    operation       text        NOT NULL,
    idempotency_key text        NOT NULL,
    fingerprint     bytea       NOT NULL,
    fence           bigint      NOT NULL,
    attempt         integer     NOT NULL,
    created_at      timestamptz NOT NULL,
    state           char(1)     NOT NULL, -- C claimed, D done, R refused
    lease_until     timestamptz,          -- of a leased claim only
    completed_at    timestamptz,
    expires_at      timestamptz,          -- a claim never expires, an answer always does
    refusal_code    text,
    answer          bytea,
    CONSTRAINT onlyonce_record_pkey PRIMARY KEY (id),
    CONSTRAINT onlyonce_record_state CHECK (state IN ('C', 'D', 'R')),
    CONSTRAINT onlyonce_record_expiry CHECK ((state = 'C') = (expires_at IS NULL))
);

CREATE INDEX IF NOT EXISTS onlyonce_record_expires_at ON onlyonce_record (expires_at) WHERE expires_at IS NOT NULL;

CREATE SEQUENCE IF NOT EXISTS onlyonce_fence;

CREATE TABLE IF NOT EXISTS onlyonce_schema (
    version integer NOT NULL,
    CONSTRAINT onlyonce_schema_pkey PRIMARY KEY (version)
);

INSERT INTO onlyonce_schema (version) VALUES (1) ON CONFLICT (version) DO NOTHING;
