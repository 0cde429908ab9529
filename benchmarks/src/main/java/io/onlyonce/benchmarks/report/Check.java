package io.onlyonce.benchmarks.report;

/**
 * Something that has to be so in the data, and whether it is.
 *
 * @param found what was found there
 */
public record Check(String name, boolean holds, String found) {
    @Override
    public String toString() {
        return (holds ? "ok     " : "FAILED ") + name + ": " + found;
    }
}
