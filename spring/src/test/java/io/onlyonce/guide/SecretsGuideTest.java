package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.Scope;
import io.onlyonce.http.ScopeResolver;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client.Answer;
import io.onlyonce.spring.support.WebApp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** What the guide says of secrets in answers. */
class SecretsGuideTest {
    private static final String KEY_1 = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    private static final String KEY_2 = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";

    private BusinessDatabase database;
    private WebApp app;

    /** Everybody is one here. */
    @Import({CardController.class, SealConfiguration.class})
    static class Parts {
        @Bean
        ScopeResolver scopes() {
            return request -> Scope.of("everybody");
        }
    }

    @BeforeEach
    void start() {
        database = BusinessDatabase.postgres();
        database.database().execute("CREATE TABLE card (card_id VARCHAR(40) PRIMARY KEY, holder VARCHAR(40) NOT NULL)");
        app = WebApp.start(database, Parts.class, "answers.key-2026-11=" + KEY_1, "answers.key-2026-05=" + KEY_2);
    }

    @AfterEach
    void stop() {
        app.close();
        database.close();
    }

    private Answer post(String path, String key) {
        return app.client().post(path).key(key).send();
    }

    private long kept(String text) {
        return database.queryLong(
                "SELECT COUNT(*) FROM onlyonce_record WHERE POSITION('" + text + "' IN encode(answer, 'escape')) > 0");
    }

    @Test
    @DisplayName("of a success with a secret in it a replay has its status and its number, and the store no more")
    void numberOnly() {
        Answer first = post("/api/cards?holder=alice", "k");
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.body()).contains("\"cardId\":\"alice-1\"", "\"pin\"");
        Answer replay = post("/api/cards?holder=alice", "k");
        assertThat(replay.isReplay()).isTrue();
        assertThat(replay.status()).isEqualTo(201);
        assertThat(replay.body()).isEqualTo("{\"cardId\":\"alice-1\"}");
        assertThat(replay.header("Content-Type")).isEqualTo(first.header("Content-Type"));
        assertThat(database.queryLong("SELECT COUNT(*) FROM card")).isEqualTo(1);
        assertThat(kept("pin")).isZero();
    }

    @Test
    @DisplayName("with a seal nobody reads an answer in the store, and every replay is whole")
    void sealed() {
        Answer first = post("/api/letters?holder=alice", "k");
        assertThat(first.body()).contains("3000.00");
        assertThat(kept("3000.00")).isZero();
        Answer replay = post("/api/letters?holder=alice", "k");
        assertThat(replay.isReplay()).isTrue();
        assertThat(replay.bytes()).isEqualTo(first.bytes());
        assertThat(database.queryLong("SELECT COUNT(*) FROM onlyonce_record WHERE answer IS NOT NULL"))
                .isEqualTo(1);
    }
}
