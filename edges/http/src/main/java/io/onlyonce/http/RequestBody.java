package io.onlyonce.http;

import io.onlyonce.Fingerprint;
import jakarta.servlet.http.HttpServletRequest;

/** What a request carries: read once, before any connection is taken; described for the fingerprint; handed to the handler anew in each run. */
interface RequestBody {
    /** Adds what is asked for, without the fields that may differ between two attempts. */
    void describe(Fingerprint.Hasher hasher, VolatileFields volatileFields);

    /** The request as a handler would have got it, with the body unread. */
    HttpServletRequest unread(HttpServletRequest request, String endpoint);
}
