package io.onlyonce.jdbc.guard;

/**
 * A table with one row for each item that was taken: what can be given back, and whether it has been.
 *
 * @param name the table, with its schema if need be
 * @param number the column that is its primary key; filled with a fresh UUID in canonical text form
 * @param reference the column that tells for whom something was taken, for example the order's number. Together with {@code item} it must be a unique
 *     key: it keeps one reference from taking twice, and makes giving back find its rows.
 * @param item the column of the item
 * @param quantity the column of the quantity
 * @param returned the column that tells whether it was given back; a boolean, false at first
 */
public record DeductionTable(
        String name, String number, String reference, String item, String quantity, String returned) {
    /**
     * @throws IllegalArgumentException if one of them is no plain SQL name
     */
    public DeductionTable {
        SqlName.checkedTable(name);
        SqlName.checked(number);
        SqlName.checked(reference);
        SqlName.checked(item);
        SqlName.checked(quantity);
        SqlName.checked(returned);
    }

    /** With the usual columns: {@code deduction_no}, {@code quantity}, {@code returned}. */
    public static DeductionTable of(String name, String reference, String item) {
        return new DeductionTable(name, "deduction_no", reference, item, "quantity", "returned");
    }

    String insert() {
        return "INSERT INTO %s (%s, %s, %s, %s, %s) VALUES (?, ?, ?, ?, FALSE)"
                .formatted(name, number, reference, item, quantity, returned);
    }

    String find() {
        return "SELECT 1 FROM %s WHERE %s = ? AND %s = ?".formatted(name, reference, item);
    }

    String open() {
        return "SELECT %s, %s FROM %s WHERE %s = ? AND %s = FALSE".formatted(item, quantity, name, reference, returned);
    }

    String openLocked() {
        return open() + " FOR UPDATE";
    }

    String giveBack() {
        return "UPDATE %s SET %s = TRUE WHERE %s = ? AND %s = ? AND %s = FALSE"
                .formatted(name, returned, reference, item, returned);
    }
}
