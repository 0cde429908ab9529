package io.onlyonce.shop.customer;

import io.onlyonce.shop.Ids;
import io.onlyonce.shop.Problem;
import io.onlyonce.shop.Problems;
import io.onlyonce.shop.database.UniqueInsert;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Registers customers. */
@Service
class Registration {
    private final UniqueInsert inserts;
    private final JdbcClient jdbc;

    Registration(UniqueInsert inserts, JdbcClient jdbc) {
        this.inserts = inserts;
        this.jdbc = jdbc;
    }

    /** @param isNew whether this call registered the customer, or an earlier one with the same values */
    record Registered(Customer customer, boolean isNew) {}

    /**
     * Registers, or finds the same registration. Nothing is checked beforehand: a check would be true for two callers at once. The insert decides, and whoever
     * loses looks at who won.
     *
     * @throws Problem if a value belongs to somebody else
     */
    @Transactional
    public Registered register(NewCustomer wanted) {
        Map<String, String> values = Map.of(
                "userId", Ids.next(), "username", wanted.username(), "phone", wanted.phone(), "email", wanted.email());
        boolean isNew = inserts.tryInsert(
                "INSERT INTO customer (user_id, username, phone, email) VALUES (:userId, :username, :phone, :email)",
                values);
        List<Customer> holders =
                jdbc.sql("""
                        SELECT user_id, username, phone, email FROM customer
                        WHERE username = :username OR phone = :phone OR email = :email
                        """).params(values).query(Registration::read).list();
        return holders.stream()
                .filter(holder -> holder.hasValuesOf(wanted))
                .findFirst()
                .map(same -> new Registered(same, isNew))
                .orElseThrow(() -> refusal(wanted, holders));
    }

    private static Customer read(ResultSet row, int number) throws SQLException {
        return new Customer(
                row.getString("user_id"), row.getString("username"), row.getString("phone"), row.getString("email"));
    }

    private static Problem refusal(NewCustomer wanted, List<Customer> holders) {
        if (holders.stream().anyMatch(holder -> holder.username().equals(wanted.username()))) {
            return Problems.taken("username");
        }
        return holders.stream().anyMatch(holder -> holder.phone().equals(wanted.phone()))
                ? Problems.taken("phone")
                : Problems.taken("email");
    }
}
