package io.onlyonce.shop;

import java.util.regex.Pattern;

/** Which texts a request may hold. Nothing else reaches a statement: PostgreSQL, for one, fails on a NUL character. */
public final class Texts {
    /** An id, a number, a code: 1 to 64 visible ASCII characters. */
    public static final String ID = "[\\x21-\\x7E]{1,64}";

    /** What {@link #ID} means, for an error's text. */
    public static final String ID_RULE = "must have 1 to 64 visible ASCII characters";

    /** One line of text in any script, 1 to 64 characters, no blank at either end, no control character. */
    public static final String LINE = "[^\\p{C}\\p{Z}](?:[^\\p{C}\\p{Zl}\\p{Zp}]{0,62}[^\\p{C}\\p{Z}])?";

    /** What {@link #LINE} means, for an error's text. */
    public static final String LINE_RULE =
            "must be one line of 1 to 64 characters without control characters and without blanks at the ends";

    /** An e-mail address, roughly: 3 to 254 visible characters with an @ inside. */
    public static final String EMAIL = "(?=.{3,254}$)[^\\p{C}\\p{Z}@]+@[^\\p{C}\\p{Z}@]+";

    /** What {@link #EMAIL} means, for an error's text. */
    public static final String EMAIL_RULE = "must be an e-mail address of at most 254 characters";

    private static final Pattern IDS = Pattern.compile(ID);

    private Texts() {}

    /** Whether this could be an id at all; what could not, does not exist. */
    public static boolean isId(String text) {
        return IDS.matcher(text).matches();
    }
}
