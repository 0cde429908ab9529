package io.onlyonce.jdbc.guard;

/**
 * A table whose rows carry a version: an integer that each change counts up. A time is no version, since two changes may fall into one tick of it.
 *
 * @param name the table, with its schema if need be
 * @param id the column that is its primary key
 * @param version the column of the version; an integer type, never null
 */
public record VersionedTable(String name, String id, String version) {
    /**
     * @throws IllegalArgumentException if one of them is no plain SQL name
     */
    public VersionedTable {
        SqlName.checkedTable(name);
        SqlName.checked(id);
        SqlName.checked(version);
    }
}
