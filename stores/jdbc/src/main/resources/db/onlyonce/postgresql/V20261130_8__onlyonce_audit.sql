-- What became of each call, for people to look up, on PostgreSQL 12 or later. May be run again at any time: what exists stays.
-- Neither keys nor callers nor answers stand here, only digests of the first two.

CREATE TABLE IF NOT EXISTS onlyonce_audit (
    id           uuid        NOT NULL, -- of version 7: in the order of time
    written_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    record_id    uuid        NOT NULL,
    operation    text        NOT NULL,
    scope_digest text        NOT NULL,
    key_digest   text        NOT NULL,
    event        text        NOT NULL, -- a decision, or what a person did
    state        text        NOT NULL, -- where the record stood then
    layer        text,                 -- what decided
    attempt      integer     NOT NULL, -- which attempt ran the work; 0 = none
    code         text,                 -- how it ended in the caller's terms
    number       text,                 -- what the business knows it by
    request      text,
    took_us      bigint      NOT NULL,
    actor        text,                 -- the person, if it was one
    CONSTRAINT onlyonce_audit_pkey PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS onlyonce_audit_record ON onlyonce_audit (record_id, id);

CREATE INDEX IF NOT EXISTS onlyonce_audit_key ON onlyonce_audit (key_digest, id);

CREATE INDEX IF NOT EXISTS onlyonce_audit_number ON onlyonce_audit (number, id) WHERE number IS NOT NULL;

-- claims of leased work, which are few: what has ended has no lease
CREATE INDEX IF NOT EXISTS onlyonce_record_lease ON onlyonce_record (lease_until) WHERE lease_until IS NOT NULL;

INSERT INTO onlyonce_schema (version) VALUES (6) ON CONFLICT (version) DO NOTHING;
