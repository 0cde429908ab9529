package io.onlyonce.http;

import java.util.Locale;

/** The texts of this edge's errors that carry facts, in one place: each names the value, the rule and the remedy. */
final class HttpTexts {
    private HttpTexts() {}

    static String keyMissing(String header) {
        return "The header " + header + " is missing or blank. " + HttpProblem.KEY_MISSING.detail();
    }

    static String badIfMatch(int at) {
        return "The header If-Match is no list of entity tags from character " + (at + 1)
                + " on; a tag stands in quotation marks, for example \"7\". Nothing was changed. Send the ETag of what you read.";
    }

    static String keyTwice(String header, int lines) {
        return "The header " + header + " came " + lines + " times with different values. Send it once.";
    }

    static String bodyTooLarge(int limit) {
        return "The body is larger than " + limit
                + " bytes. Nothing was done. Send less; the same key may be used again.";
    }

    static String uploadTooLarge() {
        return "The upload is larger than this endpoint takes. Nothing was done. Send less; the same key may be used again.";
    }

    static String badEncoding(int field) {
        return "Field " + field
                + " of the form is not percent-encoded rightly, or not in the form's character set. Nothing was"
                + " done. Correct it; the same key may be used again.";
    }

    static String unknownCharset(String charset) {
        return "The character set " + charset
                + " of the form is not known. Nothing was done. Correct it; the same key may be" + " used again.";
    }

    static String malformedJson(String why) {
        return why + " Nothing was done. Correct it; the same key may be used again.";
    }

    static String notInCharset(String charset) {
        return "The JSON document is not in the character set " + charset + " that the request names.";
    }

    static String bodyGone(String method, String path) {
        return "The body of " + method + " " + path
                + " was read before it came to the idempotency filter, so it cannot be told from another one"
                + " with the same key. Put the filter in front of the one that reads the body, or let that one pass on a wrapper that gives the"
                + " body again.";
    }

    static String async(String endpoint, String what) {
        return what + " is not possible on " + endpoint
                + ": the endpoint is protected, so its whole work runs in one transaction on one thread,"
                + " and its answer is kept. Let the handler return its result, or take the protection off this endpoint.";
    }

    static String notRemembered(int status) {
        return "Status " + status
                + " cannot be declared as remembered: only 4xx can, without 400, 401, 403, 413 and 429. 2xx and 3xx always are;"
                + " the others say nothing about the operation, so that a retry must run afresh.";
    }

    static String remembersTooMuch(String operation, int status) {
        return "The operation " + operation + " would keep an answer with status " + status
                + " for every retry. Make it with"
                + " ProtectedEndpoint.operation(name, statuses), and do not replace its ending.";
    }

    static String neverReplayed(String name) {
        return "The header \"" + name
                + "\" belongs to one exchange only and cannot be repeated by a replay. Leave it out.";
    }

    static String noStatus(int status) {
        return "An HTTP status lies between 100 and 999, this one is " + status + ".";
    }

    static String foreignVersion(int found, int known) {
        return "The stored answer has format version " + found + ", this release reads " + known
                + ". It was written by another release.";
    }

    static String damagedAnswer(int length) {
        return "The stored answer is damaged (a length of " + length
                + " does not fit). The column was cut or written by something else.";
    }

    static String answerEnded(String what) {
        return what + " came after sendError or sendRedirect, which end the answer.";
    }

    static String otherBodyInUse(String asked, String used) {
        return asked + " was asked for after " + used + "; an answer is written through one of them.";
    }

    static String badRoute(String route) {
        return "The route \"" + route
                + "\" is not usable; write a method and a path, for example \"POST /api/orders/{id}/refunds\", with whole"
                + " segments as variables and each variable once.";
    }

    static String routeTwice(String route) {
        return "The route \"" + route + "\" matches the same requests as an earlier one. Take one of them out.";
    }

    static String badSetting(String name, Object value, String rule) {
        return "The setting " + name + " is " + value + "; it must " + rule + ".";
    }

    static String generatedTitle(int status) {
        return String.format(Locale.ROOT, "The operation was refused with status %d", status);
    }

    static String generatedDetail() {
        return "The operation was refused, and the refusal is remembered: a retry with the same key gets the same answer.";
    }
}
