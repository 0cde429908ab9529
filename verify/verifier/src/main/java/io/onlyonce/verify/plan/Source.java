package io.onlyonce.verify.plan;

import java.util.List;
import java.util.Set;

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

    /**
     * The caller's own code, for tests that look into the service from within its process.
     *
     * @param name for messages
     */
    record Code(String name, Reader reader) implements Source {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Reads rows. */
    interface Reader {
        /**
         * @param run what all numbers of the run begin with
         * @param refs the numbers of all payloads that were sent so far
         * @throws Exception if it can't; the run is not judged then
         */
        List<List<String>> read(String run, Set<String> refs) throws Exception;
    }
}
