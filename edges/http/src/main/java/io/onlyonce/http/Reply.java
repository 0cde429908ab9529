package io.onlyonce.http;

import java.io.IOException;

/** What is still to be done for the client once everything is decided; whether it works changes nothing any more. */
@FunctionalInterface
interface Reply {
    void send() throws IOException;
}
