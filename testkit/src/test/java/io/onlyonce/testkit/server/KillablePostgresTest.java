package io.onlyonce.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KillablePostgresTest {
    @Test
    @DisplayName("what it has confirmed is there after it was killed and started again, three times")
    void killed() throws Exception {
        try (KillablePostgres server = TestServers.killablePostgres()) {
            TestDatabase database = server.database();
            database.execute("CREATE TABLE confirmed (number INT PRIMARY KEY)");
            for (int number = 1; number <= 3; number++) {
                int one = number;
                database.update("INSERT INTO confirmed VALUES (?)", one);
                server.kill();
                assertThatThrownBy(() -> database.queryLong("SELECT COUNT(*) FROM confirmed"))
                        .isInstanceOf(IllegalStateException.class);
                server.restart();
                assertThat(database.queryLong("SELECT COUNT(*) FROM confirmed")).isEqualTo(number);
            }
            String up = "SELECT CAST(EXTRACT(EPOCH FROM pg_postmaster_start_time()) * 1000000 AS BIGINT)";
            long before = database.queryLong(up);
            int code = new ProcessBuilder("sh", "-c", server.crashCommand())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            assertThat(code).isZero();
            assertThat(database.queryLong("SELECT COUNT(*) FROM confirmed")).isEqualTo(3);
            assertThat(database.queryLong(up)).isGreaterThan(before);
        }
    }
}
