package io.onlyonce.verify.plan;

import java.util.List;

/** Where rows come from. In its texts {@code ${run}} is what all numbers of the run begin with. */
public sealed interface Source {
    /** A query; its columns are taken in their order. */
    record Sql(Template query) implements Source {}

    /**
     * A JSON document of the service.
     *
     * @param path to get it from
     * @param rows a JSON pointer to the array of rows; empty if the document is the array, or a single row
     * @param columns JSON pointers within a row
     */
    record Http(Template path, String rows, List<String> columns) implements Source {
        public Http {
            columns = List.copyOf(columns);
        }
    }
}
