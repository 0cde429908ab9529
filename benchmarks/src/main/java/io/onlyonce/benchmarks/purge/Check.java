package io.onlyonce.benchmarks.purge;

/** Something that has to be so in the data, and whether it is. */
record Check(String name, boolean holds, String found) {
    @Override
    public String toString() {
        return (holds ? "ok     " : "FAILED ") + name + ": " + found;
    }
}
