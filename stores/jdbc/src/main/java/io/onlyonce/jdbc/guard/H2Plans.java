package io.onlyonce.jdbc.guard;

import io.onlyonce.jdbc.guard.IndexGuard.Scan;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plans of H2: the statement with a comment behind each table, which names the index and, after a colon, the part of it that is read. */
final class H2Plans {
    private static final String PART = "(?:\"[^\"]*\"|[^\\s\".:*/]+)";
    private static final Pattern SCAN = Pattern.compile("(\\S+)\\s+/\\*\\s*(?:" + PART + "\\.)+" + PART + "\\s*\\*/");

    private H2Plans() {}

    static Optional<Scan> scan(Plans plans, String statement) throws SQLException {
        String plan =
                String.valueOf(plans.explain("EXPLAIN " + statement).get(0).get("plan"));
        Matcher scan = SCAN.matcher(plan);
        return scan.find() ? Optional.of(new Scan(scan.group(1), plan)) : Optional.empty();
    }
}
