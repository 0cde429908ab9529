-- Points for paid orders, one row per message; the balance of points is their sum.
CREATE TABLE points_journal (
    message_id VARCHAR(128) NOT NULL PRIMARY KEY,
    user_id    VARCHAR(64)  NOT NULL,
    order_id   VARCHAR(64)  NOT NULL,
    points     BIGINT       NOT NULL,
    at         DATETIME(6) NOT NULL,
    CONSTRAINT points_journal_not_negative CHECK (points >= 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
CREATE INDEX points_journal_by_user ON points_journal (user_id);
