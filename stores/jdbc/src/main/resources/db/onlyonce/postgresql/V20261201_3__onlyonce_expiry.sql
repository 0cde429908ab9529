-- A claim may tell beforehand when its record will expire, and an audit entry need not be about a record, on PostgreSQL 12 or later. May be run again at any time: the second run locks nothing.
-- NOT VALID spares the look at each row under the lock; the rows that are there obey the stricter rule before.
-- A tenth of each page stays free for completions: an update that finds no room on its record's page writes the indexes anew.

DO $$ BEGIN
    IF EXISTS (
        SELECT 1 FROM pg_constraint
        WHERE conrelid = to_regclass('onlyonce_record') AND conname = 'onlyonce_record_expiry'
    ) THEN
        ALTER TABLE onlyonce_record
            DROP CONSTRAINT onlyonce_record_expiry,
            ADD CONSTRAINT onlyonce_record_answer_expires CHECK (state = 'C' OR expires_at IS NOT NULL) NOT VALID,
            SET (fillfactor = 90)
    ; END IF; END $$;

DO $$ BEGIN
    IF EXISTS (
        SELECT 1 FROM pg_attribute
        WHERE attrelid = to_regclass('onlyonce_audit') AND attname = 'record_id' AND attnotnull
    ) THEN
        ALTER TABLE onlyonce_audit
            ALTER COLUMN record_id DROP NOT NULL,
            ALTER COLUMN scope_digest DROP NOT NULL,
            ALTER COLUMN key_digest DROP NOT NULL,
            ALTER COLUMN state DROP NOT NULL
    ; END IF; END $$;

INSERT INTO onlyonce_schema (version) VALUES (7) ON CONFLICT (version) DO NOTHING;
