package io.onlyonce.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpUpgradeHandler;

/** A request whose handler must answer on the calling thread: there is nothing asynchronous and no other protocol. */
class ProtectedRequest extends HttpServletRequestWrapper {
    final String endpoint;

    ProtectedRequest(HttpServletRequest request, String endpoint) {
        super(request);
        this.endpoint = endpoint;
    }

    @Override
    public boolean isAsyncSupported() {
        return false;
    }

    @Override
    public boolean isAsyncStarted() {
        return false;
    }

    @Override
    public AsyncContext startAsync() {
        throw new IllegalStateException(HttpTexts.async(endpoint, "Asynchronous processing"));
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return startAsync();
    }

    @Override
    public AsyncContext getAsyncContext() {
        return startAsync();
    }

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) {
        throw new IllegalStateException(HttpTexts.async(endpoint, "An upgrade to another protocol"));
    }
}
