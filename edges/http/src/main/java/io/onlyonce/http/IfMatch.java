package io.onlyonce.http;

import io.onlyonce.error.OnlyOnceException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions that a conditional write names in {@code If-Match} (RFC 9110, section 13.1.1), where an entity tag is a row's version: {@code "7"}.
 *
 * <p>The comparison is the strong one: a weak tag ({@code W/"7"}) and a tag that is no version are valid and match nothing, so the write ends with 412.
 * {@code *} would overwrite whatever is there, which is what a version check is there to prevent; it counts as naming no version (428, RFC 6585).
 *
 * @param versions the versions named, in the header's order; empty if none of the tags can match
 */
public record IfMatch(List<Long> versions) {
    private static final Pattern TAG = Pattern.compile("\\G[ \\t]*(W/)?\"([!\\x23-\\x7E\\x80-\\xFF]*)\"[ \\t]*(,|$)");
    private static final Pattern VERSION = Pattern.compile("0|[1-9][0-9]{0,17}");

    /** The header's name. */
    public static final String HEADER = "If-Match";

    public IfMatch {
        versions = List.copyOf(versions);
    }

    /**
     * Reads the header.
     *
     * @param lines its values, one for each time that it was sent
     * @throws OnlyOnceException with the code {@code precondition-required} (428) if it is missing or {@code *}, {@code if-match-invalid} (400) if it is no
     *     list of entity tags; nothing was touched
     */
    public static IfMatch of(Collection<String> lines) {
        String header = String.join(", ", lines).strip();
        if (header.isEmpty() || header.equals("*")) {
            throw new RequestRefusedException(
                    HttpProblem.PRECONDITION_REQUIRED, HttpProblem.PRECONDITION_REQUIRED.detail());
        }
        List<Long> versions = new ArrayList<>();
        Matcher tags = TAG.matcher(header);
        int end = 0;
        while (tags.find()) {
            if (tags.group(1) == null && VERSION.matcher(tags.group(2)).matches()) {
                versions.add(Long.valueOf(tags.group(2)));
            }
            end = tags.end();
            if (tags.group(3).isEmpty()) {
                return new IfMatch(versions);
            }
        }
        throw new RequestRefusedException(HttpProblem.IF_MATCH_INVALID, HttpTexts.badIfMatch(end));
    }

    /** A version as an entity tag, for the {@code ETag} header. */
    public static String etag(long version) {
        return "\"" + version + "\"";
    }
}
