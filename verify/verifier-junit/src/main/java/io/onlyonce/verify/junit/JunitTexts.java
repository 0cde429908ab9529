package io.onlyonce.verify.junit;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;

/** What tests are told that use the verifier wrongly. */
final class JunitTexts {
    private JunitTexts() {}

    static String noPlan(String location) {
        return "There is no plan " + location + ". Give a file's path, or classpath: and a resource's name.";
    }

    static String saved(Path directory) {
        return "  Saved in " + directory + ": history, report.html\n";
    }

    static String url(String url) {
        return "\"" + url + "\" is no service's url; it must be like http://127.0.0.1:8080, with a port and no path.";
    }

    static String noRequest() {
        return "There is no request. Say post, put, patch or delete with a path first.";
    }

    static String samePayload() {
        return "A key can't come again with another payload: put ${ref} or ${n} into the body or the path.";
    }

    static String noKey() {
        return "A key can't come again if the service never sees it: say key with its header, or put ${key} into a header, the body or the path.";
    }

    static String noUser() {
        return "For a service that never sees whose a request is, two users are one: put ${user} into a header, the body or the path.";
    }

    static String number(String name, int number, int most) {
        return name + " is " + number + "; it must be from 1 to " + most + ".";
    }

    static String patience(Duration settle, Duration quiet, Duration timeout) {
        return "settle is %s, quiet %s and timeout %s; settle and timeout must be more than no time, and quiet not less."
                .formatted(settle, quiet, timeout);
    }

    static String share(double share, double most) {
        return "cuts is " + share + "; it must be a share of the requests from 0 to " + most
                + ", for each of four kinds.";
    }

    static String noPlanNamed(Method test) {
        return "@IdempotencyTest of " + test.getName() + " names no plan. Give plan = \"classpath:…\", or use of(url).";
    }

    static String nothingVerified(Method test) {
        return test.getName() + " verified nothing. Call verify() on the Verifier, or on what its of(url) gives.";
    }
}
