package io.onlyonce.jdbc.guard;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes an object of the row that a result set stands on. It neither moves on nor closes it. */
@FunctionalInterface
public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
}
