package io.onlyonce.verify.init;

import java.nio.file.Path;

/** What is said about drafts: to who writes one, and in the plan to who completes it. */
final class InitTexts {
    private InitTexts() {}

    static String noDocument(Path file, String why) {
        return file + " is no OpenAPI document: " + why + ".";
    }

    static String nothingUnsafe(Path file) {
        return file + " has no POST, PUT, PATCH or DELETE: there is nothing to verify.";
    }

    static String noKey() {
        return "The document names no header for the key; this is the usual one.";
    }

    static String sameBody() {
        return "Put ${ref} where the body takes any text: effects are counted by it.";
    }

    static String needs() {
        return "The path names a thing that must be there. Better than a variable: needs: { order: <its request> }, and ${order.id} in the path.";
    }
}
