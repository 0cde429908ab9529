-- The results of finished steps of leased operations on H2 2.2 or later, in any compatibility mode. May be run again at any time: what exists stays.
-- They go with their record.

CREATE TABLE IF NOT EXISTS onlyonce_step (
    record_id  uuid                        NOT NULL,
    claimed_at timestamp(6) with time zone NOT NULL, -- when that record's key was claimed: a key that is claimed anew has none of its old steps
    step       character varying(100)      NOT NULL,
    result     binary large object         NOT NULL,
    CONSTRAINT onlyonce_step_pkey PRIMARY KEY (record_id, claimed_at, step),
    CONSTRAINT onlyonce_step_record FOREIGN KEY (record_id) REFERENCES onlyonce_record (id) ON DELETE CASCADE
);

MERGE INTO onlyonce_schema (version) KEY (version) VALUES (4);
