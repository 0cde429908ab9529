package io.onlyonce.http;

import io.onlyonce.ResultCodec;
import io.onlyonce.http.RecordedResponse.Header;
import io.onlyonce.json.BusinessNumber;
import java.util.List;

/**
 * Keeps of a successful answer its status and its business number only, for answers that hold secrets: a replay has the same status, the same media type, and of the body the number as
 * it stood there. Refusals are kept whole. A success without the number is kept without its body, so that a retry is told that the operation is done. Thread-safe.
 *
 * @param number where the number stands
 */
record ExcerptCodec(BusinessNumber number, RecordedResponseCodec whole) implements ResultCodec<RecordedResponse> {
    @Override
    public byte[] encode(RecordedResponse answer) throws Exception {
        return whole.encode(answer.status() < 400 ? excerpt(answer) : answer);
    }

    private RecordedResponse excerpt(RecordedResponse answer) {
        byte[] body = answer.body();
        List<Header> type = answer.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("Content-Type"))
                .toList();
        return new RecordedResponse(answer.status(), type, body == null ? null : number.excerpt(body));
    }

    @Override
    public RecordedResponse decode(byte[] stored) throws Exception {
        return whole.decode(stored);
    }
}
