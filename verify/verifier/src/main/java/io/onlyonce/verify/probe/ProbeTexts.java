package io.onlyonce.verify.probe;

import java.util.Collection;

/** What a probe says of itself, and of what is wrong with it. */
final class ProbeTexts {
    private ProbeTexts() {}

    static String url(String url) {
        return "\"" + url + "\" is no URL to probe; it must be like http://127.0.0.1:8080/orders.";
    }

    static String number(int number) {
        return number + " is too few: copies and operations are 1 or more.";
    }

    static String copies(int copies, int most) {
        return copies + " copies are too many to leave at once; at most " + most + " do.";
    }

    static String variable(String name, Collection<String> known) {
        return "Nothing gives a value for ${" + name + "}. Use one of " + String.join(", ", known)
                + ", or write a plan with `onlyonce-verify init`.";
    }

    static String effects() {
        return "Not proved: that the operation took effect once. A probe compares answers only; a plan with effects (`onlyonce-verify init`) counts in the data.";
    }

    static String noKey() {
        return "Not tried: a key, as --key-header is empty. What was sent were equal requests, nothing more.";
    }

    static String noReuse() {
        return "Not tried: another payload under the same key. Put ${ref} or ${n} into the body for that.";
    }

    static String oneOperation() {
        return "All requests were the same operation for the service: nothing in them is an operation's own. Put ${ref} into the body, or give a key.";
    }
}
