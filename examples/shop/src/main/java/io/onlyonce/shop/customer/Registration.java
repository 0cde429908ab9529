package io.onlyonce.shop.customer;

import io.onlyonce.jdbc.StatementFailedException;
import io.onlyonce.jdbc.UniqueViolations;
import io.onlyonce.jdbc.guard.Inserted;
import io.onlyonce.jdbc.guard.UniqueInsert;
import io.onlyonce.jdbc.guard.UniqueInserts;
import io.onlyonce.shop.Ids;
import io.onlyonce.shop.Problem;
import io.onlyonce.shop.Problems;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Registers customers. */
@Service
class Registration {
    private static final UniqueInsert<Row, Customer> SAME_VALUES = UniqueInsert.<Row>into(
                    "INSERT INTO customer (user_id, username, phone, email) VALUES (?, ?, ?, ?)",
                    row -> List.of(
                            row.userId(),
                            row.wanted().username(),
                            row.wanted().phone(),
                            row.wanted().email()))
            .identifiedBy(
                    "SELECT user_id, username, phone, email FROM customer WHERE username = ? AND phone = ? AND email = ?",
                    row -> List.of(
                            row.wanted().username(),
                            row.wanted().phone(),
                            row.wanted().email()),
                    Registration::read);

    private final UniqueInserts inserts;

    Registration(UniqueInserts inserts) {
        this.inserts = inserts;
    }

    /** @param isNew whether this call registered the customer, or an earlier one with the same values */
    record Registered(Customer customer, boolean isNew) {}

    private record Row(String userId, NewCustomer wanted) {}

    /**
     * Registers, or finds the same registration. Nothing is checked beforehand: a check would be true for two callers at once. The insert decides; where one of
     * the values alone stands in the way, the unique key that was violated says which.
     *
     * @throws Problem if a value belongs to somebody else
     */
    @Transactional
    public Registered register(NewCustomer wanted) {
        String userId = Ids.next();
        try {
            return inserts.insert(SAME_VALUES, new Row(userId, wanted)) instanceof Inserted.Existing<Customer> existing
                    ? new Registered(existing.row(), false)
                    : new Registered(new Customer(userId, wanted.username(), wanted.phone(), wanted.email()), true);
        } catch (StatementFailedException refused) {
            throw taken(refused);
        }
    }

    private static RuntimeException taken(StatementFailedException refused) {
        for (String field : List.of("username", "phone", "email")) {
            if (UniqueViolations.isOf(refused, "customer_" + field)) {
                return Problems.taken(field);
            }
        }
        return refused;
    }

    private static Customer read(ResultSet row) throws SQLException {
        return new Customer(
                row.getString("user_id"), row.getString("username"), row.getString("phone"), row.getString("email"));
    }
}
