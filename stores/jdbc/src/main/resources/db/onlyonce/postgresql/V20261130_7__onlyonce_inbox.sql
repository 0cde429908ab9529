-- What OnlyOnce took in to be dealt with later, on PostgreSQL 12 or later. May be run again at any time: what exists stays.
-- An entry that was dealt with is deleted.

CREATE TABLE IF NOT EXISTS onlyonce_inbox (
    source   text COLLATE "C" NOT NULL, -- who deals with it
    entry_id text COLLATE "C" NOT NULL,
    subject  text COLLATE "C" NOT NULL, -- what it is about; entries that wait for the same thing share it
    payload  bytea            NOT NULL,
    tries    integer          NOT NULL, -- failed ones
    parked   boolean          NOT NULL, -- put aside, to be looked at by people
    due_at   timestamptz      NOT NULL, -- of a parked entry: since when it is parked
    cause    text,                      -- of the last failed try
    CONSTRAINT onlyonce_inbox_pkey PRIMARY KEY (source, entry_id)
);

CREATE INDEX IF NOT EXISTS onlyonce_inbox_due ON onlyonce_inbox (source, parked, due_at, entry_id);

CREATE INDEX IF NOT EXISTS onlyonce_inbox_subject ON onlyonce_inbox (source, subject, entry_id);

INSERT INTO onlyonce_schema (version) VALUES (5) ON CONFLICT (version) DO NOTHING;
