-- A claim may tell beforehand when its record will expire, and an audit entry need not be about a record, on MySQL 8.0.16 or later. May be run again at any time: the second run locks nothing.
-- To drop a rule takes a moment, but a new one copies the table: where there are records none is put in its place.

SET @onlyonce_expiry = (
    SELECT CASE
        WHEN COUNT(*) = 0 THEN 'DO 0'
        WHEN EXISTS (SELECT 1 FROM onlyonce_record) THEN
            'ALTER TABLE onlyonce_record DROP CHECK onlyonce_record_expiry'
        ELSE
            'ALTER TABLE onlyonce_record DROP CHECK onlyonce_record_expiry,
             ADD CONSTRAINT onlyonce_record_answer_expires CHECK (state = ''C'' OR expires_at IS NOT NULL)'
        END
    FROM information_schema.table_constraints
    WHERE table_schema = DATABASE() AND table_name = 'onlyonce_record' AND constraint_name = 'onlyonce_record_expiry'
);

PREPARE onlyonce_expiry FROM @onlyonce_expiry;

EXECUTE onlyonce_expiry;

DEALLOCATE PREPARE onlyonce_expiry;

SET @onlyonce_audit = (
    SELECT CASE
        WHEN COUNT(*) = 0 THEN 'DO 0'
        ELSE
            'ALTER TABLE onlyonce_audit MODIFY record_id BINARY(16) NULL, MODIFY scope_digest VARBINARY(12) NULL,
             MODIFY key_digest VARBINARY(12) NULL, MODIFY state VARBINARY(16) NULL'
        END
    FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = 'onlyonce_audit' AND column_name = 'record_id' AND is_nullable = 'NO'
);

PREPARE onlyonce_audit FROM @onlyonce_audit;

EXECUTE onlyonce_audit;

DEALLOCATE PREPARE onlyonce_audit;

INSERT INTO onlyonce_schema (version) VALUES (7) ON DUPLICATE KEY UPDATE version = version;
