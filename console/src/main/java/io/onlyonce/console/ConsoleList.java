package io.onlyonce.console;

import java.util.List;
import java.util.Locale;

/**
 * A list of the application's own that stands on the console's first page: what people have to look at besides records, for example payments that need a refund. Each bean of this
 * type is one section there, in the order of the beans. All is shown as text, whatever is in it. Must be thread-safe.
 */
public interface ConsoleList {
    /**
     * What stands above it.
     *
     * @param language English or Chinese
     */
    String title(Locale language);

    /** What stands above each column. */
    List<String> columns(Locale language);

    /**
     * What has to be looked at, the youngest first; each row as many texts as there are columns. If this throws, the section says so, and the rest of the page is there.
     *
     * @param limit how many at most
     */
    List<List<String>> rows(Locale language, int limit);
}
