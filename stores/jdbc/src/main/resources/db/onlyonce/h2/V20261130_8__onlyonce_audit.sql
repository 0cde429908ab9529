-- What became of each call, for people to look up, on H2 2.2 or later, in any compatibility mode. May be run again at any time: what exists stays.
-- Neither keys nor callers nor answers stand here, only digests of the first two.

CREATE TABLE IF NOT EXISTS onlyonce_audit (
    id           uuid                        NOT NULL, -- of version 7: in the order of time
    written_at   timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    record_id    uuid                        NOT NULL,
    operation    character varying(200)      NOT NULL,
    scope_digest character varying(12)       NOT NULL,
    key_digest   character varying(12)       NOT NULL,
    event        character varying(32)       NOT NULL, -- a decision, or what a person did
    state        character varying(16)       NOT NULL, -- where the record stood then
    layer        character varying(16),                -- what decided
    attempt      integer                     NOT NULL, -- which attempt ran the work; 0 = none
    code         character varying(200),               -- how it ended in the caller's terms
    number       character varying(200),               -- what the business knows it by
    request      character varying(200),
    took_us      bigint                      NOT NULL,
    actor        character varying(200),               -- the person, if it was one
    CONSTRAINT onlyonce_audit_pkey PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS onlyonce_audit_record ON onlyonce_audit (record_id, id);

CREATE INDEX IF NOT EXISTS onlyonce_audit_key ON onlyonce_audit (key_digest, id);

CREATE INDEX IF NOT EXISTS onlyonce_audit_number ON onlyonce_audit (number, id);

MERGE INTO onlyonce_schema (version) KEY (version) VALUES (6);
