package io.onlyonce.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.error.MisuseException;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HintShardsTest {
    private final HintShards shards = new HintShards();

    @Test
    @DisplayName("a hint of the application's own is neither used nor lost")
    void foreignHint() {
        try (HintManager foreign = HintManager.getInstance()) {
            foreign.setWriteRouteOnly();
            assertThatThrownBy(() -> shards.in("a", () -> "never"))
                    .isInstanceOf(MisuseException.class)
                    .hasMessageContaining("\"a\"");
            assertThat(HintManager.isWriteRouteOnly()).isTrue();
        }
    }

    @Test
    @DisplayName("one that names a data source is a binding: another shard is refused, the same one is used")
    void foreignBinding() throws Exception {
        try (HintManager foreign = HintManager.getInstance()) {
            foreign.setDataSourceName("a");
            assertThatThrownBy(() -> shards.in("b", () -> "never")).isInstanceOf(MisuseException.class);
            assertThat(shards.in("a", () -> shards.current().orElse(""))).isEqualTo("a");
            assertThat(shards.current()).contains("a");
        }
    }

    @Test
    @DisplayName("without a shard no record is written")
    void unbound() {
        PhysicalConnections connections = new PhysicalConnections(
                () -> {
                    throw new AssertionError("No connection may be asked for.");
                },
                shards);
        assertThatThrownBy(connections::connection).isInstanceOf(MisuseException.class);
    }
}
