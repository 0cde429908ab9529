package io.onlyonce.verify.history;

/**
 * What makes two requests the same operation: everything with one identity is to take effect once.
 *
 * @param request the request's name in the plan
 * @param scope whose key it is
 * @param key the idempotency key, or whatever number of the request stands for it
 */
public record Identity(String request, String scope, String key) {
    @Override
    public String toString() {
        return request + " \"" + key + "\" of " + scope;
    }
}
