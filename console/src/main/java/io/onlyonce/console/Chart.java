package io.onlyonce.console;

import io.onlyonce.audit.AuditStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was decided in each slot of time.
 *
 * @param layers one for each mark that decisions have
 * @param slots when each begins
 * @param json the same for the script that draws it
 */
record Chart(List<Layer> layers, List<Moment> slots, String json) {
    private static final List<Mark> MARKS =
            List.of(Mark.FIRST, Mark.REPEAT, Mark.IN_PROGRESS, Mark.REFUSED, Mark.UNDONE, Mark.LOST);
    private static final JsonMapper JSON = new JsonMapper();

    /** How often it was in each slot. */
    record Layer(Mark mark, List<Long> times) {
        /** Of all slots. Public for templates. */
        public long sum() {
            return times.stream().mapToLong(Long::longValue).sum();
        }
    }

    /** As the script reads it; times in seconds since 1970. */
    private record Data(List<Long> from, List<String> marks, List<List<Long>> times) {}

    static Chart of(List<AuditStore.Count> counts, Instant from, Duration slot, int slots) {
        List<Layer> layers = MARKS.stream()
                .map(mark -> new Layer(mark, times(counts, mark, slots)))
                .toList();
        List<Instant> begins = IntStream.range(0, slots)
                .mapToObj(each -> from.plus(slot.multipliedBy(each)))
                .toList();
        Data data = new Data(
                begins.stream().map(Instant::getEpochSecond).toList(),
                MARKS.stream().map(Mark::word).toList(),
                layers.stream().map(Layer::times).toList());
        return new Chart(layers, begins.stream().map(Moment::minute).toList(), JSON.writeValueAsString(data));
    }

    private static List<Long> times(List<AuditStore.Count> counts, Mark mark, int slots) {
        long[] times = new long[slots];
        counts.stream()
                .filter(count -> Mark.of(count.event()) == mark)
                .forEach(count -> times[count.slot()] += count.times());
        return Arrays.stream(times).boxed().toList();
    }
}
