package io.onlyonce.record;

/**
 * The number that a claimant got with its claim and names in every later write, so that a claimant that was overtaken changes nothing.
 *
 * <p>Among leased claims of one key a later fence is always greater, also after the record was purged. A transactional claim cannot be overtaken
 * (the row stays locked until the transaction ends), so its fence only has to be unique.
 *
 * @param number the number; positive
 */
public record Fence(long number) implements Comparable<Fence> {
    /** What a run without a claim has: no claimant's fence is smaller. */
    public static final Fence LOWEST = new Fence(1);

    public Fence {
        if (number <= 0) {
            throw new IllegalArgumentException(
                    "A fence is positive, this one is " + number + ". The store that issued it is at fault.");
        }
    }

    @Override
    public int compareTo(Fence other) {
        return Long.compare(number, other.number);
    }
}
