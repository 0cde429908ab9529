-- The results of finished steps of leased operations on PostgreSQL 12 or later. May be run again at any time: what exists stays.
-- They go with their record.

CREATE TABLE IF NOT EXISTS onlyonce_step (
    record_id  uuid        NOT NULL,
    claimed_at timestamptz NOT NULL, -- when that record's key was claimed: a key that is claimed anew has none of its old steps
    step       text        NOT NULL,
    result     bytea       NOT NULL,
    CONSTRAINT onlyonce_step_pkey PRIMARY KEY (record_id, claimed_at, step),
    CONSTRAINT onlyonce_step_record FOREIGN KEY (record_id) REFERENCES onlyonce_record (id) ON DELETE CASCADE
);

INSERT INTO onlyonce_schema (version) VALUES (4) ON CONFLICT (version) DO NOTHING;
