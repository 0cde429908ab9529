package io.onlyonce.console;

import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordId;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.ServerRequest;

/** Which record, and which claim of it, a request is about. */
final class Records {
    static final String FENCE = "fence";

    static final Pattern UUIDS = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Of a number that a {@code long} holds. */
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");

    private Records() {}

    /**
     * @throws Trouble if the address has no record's id
     */
    static RecordId id(ServerRequest request) {
        String id = request.pathVariable("id");
        String word = id.toLowerCase(Locale.ROOT);
        if (!UUIDS.matcher(word).matches()) {
            throw new Trouble(HttpStatus.BAD_REQUEST, "id", id);
        }
        return new RecordId(UUID.fromString(word));
    }

    /**
     * @throws Trouble if the request names no fence
     */
    static Fence fence(ServerRequest request) {
        String fence = request.param(FENCE).orElse("");
        if (!NUMBER.matcher(fence).matches()) {
            throw new Trouble(HttpStatus.BAD_REQUEST, FENCE, fence);
        }
        return new Fence(Long.parseLong(fence));
    }
}
