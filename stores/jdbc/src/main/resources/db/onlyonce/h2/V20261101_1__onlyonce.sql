-- OnlyOnce on H2 2.2 or later, in any compatibility mode. May be run again at any time: what exists stays.

CREATE TABLE IF NOT EXISTS onlyonce_record (
    id              uuid                        NOT NULL,
    scope           character varying(512)      NOT NULL,
    operation       character varying(200)      NOT NULL,
    idempotency_key character varying(255)      NOT NULL,
    fingerprint     binary varying(33)          NOT NULL,
    fence           bigint                      NOT NULL,
    attempt         integer                     NOT NULL,
    created_at      timestamp(6) with time zone NOT NULL,
    state           character(1)                NOT NULL, -- C claimed, D done, R refused
    lease_until     timestamp(6) with time zone,          -- of a leased claim only
    completed_at    timestamp(6) with time zone,
    expires_at      timestamp(6) with time zone,          -- a claim never expires, an answer always does
    refusal_code    character varying(256),
    answer          binary large object,
    CONSTRAINT onlyonce_record_pkey PRIMARY KEY (id),
    -- no IN: H2 evaluates a list in the session that created the table, and fails once that is closed
    CONSTRAINT onlyonce_record_state CHECK (POSITION(state, 'CDR') > 0),
    CONSTRAINT onlyonce_record_expiry CHECK ((state = 'C') = (expires_at IS NULL))
);

CREATE INDEX IF NOT EXISTS onlyonce_record_expires_at ON onlyonce_record (expires_at);

CREATE SEQUENCE IF NOT EXISTS onlyonce_fence;

CREATE TABLE IF NOT EXISTS onlyonce_schema (
    version integer NOT NULL,
    CONSTRAINT onlyonce_schema_pkey PRIMARY KEY (version)
);

MERGE INTO onlyonce_schema (version) KEY (version) VALUES (1);
