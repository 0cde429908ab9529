package io.onlyonce.broken.frame;

import com.sun.net.httpserver.Headers;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * An HTTP request that has been read to its end.
 *
 * @param path what stands for the route's placeholders, in their order
 */
public record Request(List<String> path, Headers headers, JsonNode body) {
    /**
     * @throws BadRequestException if it is missing or blank
     */
    public String header(String name) {
        String value = headers.getFirst(name);
        if (value == null || value.isBlank()) {
            throw new BadRequestException("The header " + name + " is missing.");
        }
        return value;
    }

    /** The caller; who does not say who he is, is {@code anonymous}. */
    public String user() {
        String user = headers.getFirst("X-User-Id");
        return user == null ? "anonymous" : user;
    }

    /**
     * @throws BadRequestException if it is missing
     */
    public String text(String member) {
        JsonNode value = body.get(member);
        if (value == null || !value.isString() || value.stringValue().isBlank()) {
            throw new BadRequestException("The member " + member + " must be a text.");
        }
        return value.stringValue();
    }

    public String text(String member, String otherwise) {
        return body.has(member) ? text(member) : otherwise;
    }

    /**
     * @throws BadRequestException if it is missing or not above zero
     */
    public int count(String member) {
        JsonNode value = body.get(member);
        if (value == null || !value.isInt() || value.intValue() <= 0) {
            throw new BadRequestException("The member " + member + " must be a whole number above zero.");
        }
        return value.intValue();
    }

    /** Money: a decimal text, above zero, with two decimals at most. */
    public BigDecimal money(String member) {
        String text = text(member);
        if (!text.matches("[0-9]{1,30}(\\.[0-9]{1,2})?") || new BigDecimal(text).signum() <= 0) {
            throw new BadRequestException("The member " + member + " must be an amount above zero, like \"25.00\".");
        }
        return new BigDecimal(text).setScale(2);
    }
}
