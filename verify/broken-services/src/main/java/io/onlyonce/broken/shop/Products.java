package io.onlyonce.broken.shop;

import io.onlyonce.broken.frame.Database;
import io.onlyonce.broken.frame.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The stock. A product is there as soon as somebody asks for it: {@code EMPTY…} was delivered 0 times, {@code RARE…} 10 times, everything else a million times.
 * Thread-safe.
 */
public final class Products {
    private static final int PLENTY = 1_000_000;
    private static final int FEW = 10;

    private final Database database;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    Products(Database database) {
        this.database = database;
    }

    /** Makes the product if it is missing; outside of any transaction. */
    public void provide(String sku) throws Exception {
        if (known.contains(sku)) {
            return;
        }
        int delivered = sku.startsWith("EMPTY") ? 0 : sku.startsWith("RARE") ? FEW : PLENTY;
        try {
            database.inAutoCommit(connection -> Rows.update(
                    connection,
                    "INSERT INTO product (sku, delivered, stock) VALUES (?, ?, ?)",
                    sku,
                    delivered,
                    delivered));
        } catch (SQLException e) {
            if (!Rows.isDuplicate(e)) {
                throw e;
            }
        }
        known.add(sku);
    }

    /** Takes so many, if they are there. */
    public boolean take(Connection connection, String sku, int quantity) throws SQLException {
        String sql = "UPDATE product SET stock = stock - ? WHERE sku = ? AND stock >= ?";
        return Rows.update(connection, sql, quantity, sku, quantity) == 1;
    }

    /** Puts so many back. */
    public void giveBack(Connection connection, String sku, int quantity) throws SQLException {
        Rows.update(connection, "UPDATE product SET stock = stock + ? WHERE sku = ?", quantity, sku);
    }

    public int stock(Connection connection, String sku) throws SQLException {
        return Rows.first(connection, "SELECT stock FROM product WHERE sku = ?", row -> row.getInt(1), sku)
                .orElseThrow();
    }

    /** Notes that they were taken for this operation. */
    public void note(Connection connection, String ref, String sku, int quantity) throws SQLException {
        Rows.update(
                connection, "INSERT INTO stock_deduction (ref, sku, quantity) VALUES (?, ?, ?)", ref, sku, quantity);
    }
}
