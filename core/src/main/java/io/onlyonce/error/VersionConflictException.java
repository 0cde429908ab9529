package io.onlyonce.error;

/** The row was changed by somebody else since it was read. Nothing was changed; read it again and decide anew. */
public final class VersionConflictException extends OnlyOnceException {
    private static final long serialVersionUID = 1L;

    private final long expected;
    private final long current;

    /**
     * @param row what was to be updated: {@code "product SKU-1"}
     */
    public VersionConflictException(String row, long expected, long current) {
        super("version-conflict", ErrorTexts.versionConflict(row, expected, current));
        this.expected = expected;
        this.current = current;
    }

    /** The version that the update named. */
    public long expected() {
        return expected;
    }

    /** The version that the row had. */
    public long current() {
        return current;
    }
}
