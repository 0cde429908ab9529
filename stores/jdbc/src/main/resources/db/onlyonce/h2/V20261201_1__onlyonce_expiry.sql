-- A claim may tell beforehand when its record will expire, on H2 2.2 or later, in any compatibility mode. May be run again at any time.
-- NOCHECK spares the look at each row; the rows that are there obey the stricter rule before.

ALTER TABLE onlyonce_record DROP CONSTRAINT IF EXISTS onlyonce_record_expiry;

ALTER TABLE onlyonce_record
    ADD CONSTRAINT IF NOT EXISTS onlyonce_record_answer_expires CHECK (state = 'C' OR expires_at IS NOT NULL) NOCHECK;

MERGE INTO onlyonce_schema (version) KEY (version) VALUES (7);
