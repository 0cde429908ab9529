-- Points for paid orders, one row per message; the balance of points is their sum.
CREATE TABLE points_journal (
    message_id VARCHAR(128) NOT NULL PRIMARY KEY,
    user_id    VARCHAR(64)  NOT NULL,
    order_id   VARCHAR(64)  NOT NULL,
    points     BIGINT       NOT NULL,
    at         TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    CONSTRAINT points_journal_not_negative CHECK (points >= 0)
);
CREATE INDEX points_journal_by_user ON points_journal (user_id);
