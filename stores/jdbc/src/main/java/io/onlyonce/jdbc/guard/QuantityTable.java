package io.onlyonce.jdbc.guard;

import org.jspecify.annotations.Nullable;

/**
 * A table with a quantity in each row: a stock, a balance, a budget.
 *
 * @param name the table, with its schema if need be
 * @param id the column that is its primary key
 * @param quantity the column of the quantity; a whole or exact decimal number
 * @param version the column of a version that each change counts up, or null. Where others update the quantity by version, it is needed: else their
 *     version would hide that it changed.
 */
public record QuantityTable(
        String name, String id, String quantity, @Nullable String version) {
    /**
     * @throws IllegalArgumentException if one of them is no plain SQL name
     */
    public QuantityTable {
        SqlName.checkedTable(name);
        SqlName.checked(id);
        SqlName.checked(quantity);
        if (version != null) {
            SqlName.checked(version);
        }
    }

    String deduct() {
        return "UPDATE %s SET %s = %s - ?%s WHERE %s = ? AND %s >= ?"
                .formatted(name, quantity, quantity, counted(), id, quantity);
    }

    String add() {
        return "UPDATE %s SET %s = %s + ?%s WHERE %s = ?".formatted(name, quantity, quantity, counted(), id);
    }

    String exists() {
        return "SELECT 1 FROM %s WHERE %s = ?".formatted(name, id);
    }

    String lock() {
        return exists() + " FOR UPDATE";
    }

    private String counted() {
        return version == null ? "" : ", " + version + " = " + version + " + 1";
    }
}
