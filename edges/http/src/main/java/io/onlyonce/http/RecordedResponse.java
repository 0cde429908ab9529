package io.onlyonce.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of an HTTP answer that is kept, to be given to every later request with the same key. The array is not copied; nobody may change it.
 *
 * @param status the status code
 * @param headers those that a replay repeats, in order
 * @param body the body's bytes; null = it was larger than may be kept, so that a retry is told that the operation is done
 */
@SuppressWarnings("ArrayRecordComponent") // bytes between a response and a store; never compared
public record RecordedResponse(int status, List<Header> headers, byte @Nullable [] body) {
    public RecordedResponse {
        if (status < 100 || status > 999) {
            throw new IllegalArgumentException(HttpTexts.noStatus(status));
        }
        headers = List.copyOf(headers);
    }

    /**
     * One header.
     *
     * @param name as the handler wrote it
     * @param values all of them, in order; none = the handler took the header away
     * @param replaces whether they stand in place of what an earlier filter had set, or behind it
     */
    public record Header(String name, List<String> values, boolean replaces) {
        public Header {
            values = List.copyOf(values);
        }
    }
}
