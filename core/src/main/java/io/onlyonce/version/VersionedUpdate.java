package io.onlyonce.version;

import io.onlyonce.error.VersionConflictException;

/** How an update that names a version ended. */
public sealed interface VersionedUpdate {

    /**
     * The row had the version and was updated.
     *
     * @param version the new one
     */
    record Updated(long version) implements VersionedUpdate {}

    /**
     * The row has another version: somebody else has changed it since it was read. Nothing was changed.
     *
     * @param expected the version that the update named
     * @param current the row's own
     */
    record Conflict(long expected, long current) implements VersionedUpdate {}

    /** There is no such row. Nothing was changed. */
    record NotFound() implements VersionedUpdate {}

    /**
     * The new version.
     *
     * @param row what was to be updated, for the error's text: {@code "product SKU-1"}
     * @throws VersionConflictException on a conflict, so that the whole transaction rolls back and {@link VersionCheck} can apply its policy
     * @throws IllegalStateException if there is no such row
     */
    default long orElseThrow(String row) {
        if (this instanceof Updated updated) {
            return updated.version();
        }
        if (this instanceof Conflict conflict) {
            throw new VersionConflictException(row, conflict.expected(), conflict.current());
        }
        throw new IllegalStateException("There is no " + row + "; nothing was changed.");
    }
}
