package io.onlyonce.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.onlyonce.error.StoreUnavailableException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisFailuresTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "OOM command not allowed when used memory > 'maxmemory'. script: 2d, on @user_script:34.",
                "ERR Error running script (call to f_2d): @user_script:34: @user_script: 34: -OOM command not allowed when used memory > 'maxmemory'.",
                "LOADING Redis is loading the dataset in memory",
                "READONLY You can't write against a read only replica.",
                "CLUSTERDOWN Hash slot not served",
                "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
                "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
                "NOREPLICAS Not enough good replicas to write.",
                "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
                "TRYAGAIN Multiple keys request during rehashing of slot"
            })
    @DisplayName("B-23 a server that is there and cannot serve is unavailable, in the words of Redis 6 and 7")
    void cannotServe(String message) {
        assertThat(RedisFailures.storeFailure(new RedisCommandExecutionException(message)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("Nothing was done");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NOPERM User shop has no permissions to run the 'evalsha' command",
                "NOAUTH Authentication required.",
                "WRONGTYPE Operation against a key holding the wrong kind of value",
                "ERR unknown command 'EVALSHA'"
            })
    @DisplayName("a refusal that will be the same the next time is told as such")
    void refused(String message) {
        assertThat(RedisFailures.storeFailure(new RedisCommandExecutionException(message)))
                .isInstanceOf(RedisStoreException.class)
                .hasMessageContainingAll(message, "Nothing was done");
    }

    @Test
    @DisplayName("B-23 without an answer Redis is unavailable, and the call is sent once more")
    void noAnswer() {
        for (RuntimeException failure : new RuntimeException[] {
            new RedisCommandTimeoutException("after 1 s"),
            new RedisConnectionException("refused"),
            new CancellationException("closed")
        }) {
            assertThat(RedisFailures.storeFailure(failure)).isInstanceOf(StoreUnavailableException.class);
            assertThat(RedisFailures.answerLost(failure)).isTrue();
        }
        assertThat(RedisFailures.answerLost(new RedisCommandExecutionException("OOM")))
                .isFalse();
    }

    @Test
    @DisplayName("a prefix with braces, a time-out or an expiry that is too short is refused with the remedy")
    void misuse() {
        assertThatThrownBy(() -> new Keys("{shop}:")).hasMessageContainingAll("{shop}:", "brace");
        assertThat(Bytes.text(Bytes.micros(Duration.ofSeconds(Long.MAX_VALUE)))).isEqualTo("3155760000000000");
        assertThat(Bytes.text(Bytes.micros(Duration.ofSeconds(-1)))).isEqualTo("0");
        assertThat(Bytes.text(Bytes.millis(Duration.ZERO))).isEqualTo("1");
    }

    @Test
    @DisplayName("B-44 no class of this module asks the JVM what time it is")
    void clockOfTheJvm() {
        JavaClasses classes = new ClassFileImporter()
                .importUrl(RedisRecordStore.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation());
        assertThat(classes.contain(RedisRecordStore.class)).isTrue();
        ArchRuleDefinition.noClasses()
                .that()
                .doNotHaveSimpleName("RedisAnswerCache") // paces its questions; no answer's time depends on it
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(classes);
    }
}
