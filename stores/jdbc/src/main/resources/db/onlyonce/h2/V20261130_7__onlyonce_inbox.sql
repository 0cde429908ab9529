-- What OnlyOnce took in to be dealt with later, on H2 2.2 or later, in any compatibility mode. May be run again at any time: what exists stays.
-- An entry that was dealt with is deleted.

CREATE TABLE IF NOT EXISTS onlyonce_inbox (
    source   character varying(64)       NOT NULL, -- who deals with it
    entry_id character varying(255)      NOT NULL,
    subject  character varying(255)      NOT NULL, -- what it is about; entries that wait for the same thing share it
    payload  binary large object         NOT NULL,
    tries    integer                     NOT NULL, -- failed ones
    parked   boolean                     NOT NULL, -- put aside, to be looked at by people
    due_at   timestamp(6) with time zone NOT NULL, -- of a parked entry: since when it is parked
    cause    character varying(1000),              -- of the last failed try
    CONSTRAINT onlyonce_inbox_pkey PRIMARY KEY (source, entry_id)
);

CREATE INDEX IF NOT EXISTS onlyonce_inbox_due ON onlyonce_inbox (source, parked, due_at, entry_id);

CREATE INDEX IF NOT EXISTS onlyonce_inbox_subject ON onlyonce_inbox (source, subject, entry_id);

MERGE INTO onlyonce_schema (version) KEY (version) VALUES (5);
