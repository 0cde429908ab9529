package io.onlyonce.benchmarks.waiting;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What this process takes.
 *
 * @param heap bytes of what is alive on the heap
 * @param resident bytes of the process in the machine's memory; 0 where that is not Linux
 */
record Memory(long heap, long resident) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int COLLECTIONS = 3;

    static Memory now() throws IOException {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < COLLECTIONS; i++) { // what only the former one made free goes as well
            memory.gc();
        }
        return new Memory(memory.getHeapMemoryUsage().getUsed(), residentNow());
    }

    private static long residentNow() throws IOException {
        if (!Files.exists(STATUS)) {
            return 0;
        }
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(0);
    }

    Memory since(Memory before) {
        return new Memory(heap - before.heap, resident - before.resident);
    }
}
