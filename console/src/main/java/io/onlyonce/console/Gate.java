package io.onlyonce.console;

import io.onlyonce.error.StoreUnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Lets in who has the role, and forms that the console itself has made; everybody and everything else gets 403. What goes wrong behind it becomes a page that says so. Thread-safe.
 */
final class Gate {
    private static final Logger log = LoggerFactory.getLogger(Gate.class);

    private final ConsoleProperties settings;
    private final Pages pages;

    Gate(ConsoleProperties settings, Pages pages) {
        this.settings = settings;
        this.pages = pages;
    }

    /** For pages to look at. */
    ServerResponse look(ServerRequest request, HandlerFunction<ServerResponse> next) {
        return guarded(request, next, settings.role());
    }

    /** For pages on which something is done. */
    ServerResponse act(ServerRequest request, HandlerFunction<ServerResponse> next) {
        return guarded(request, next, settings.actingRole());
    }

    @SuppressWarnings("IllegalCatch") // whatever it is, the reader gets a page, and the log what it was
    private ServerResponse guarded(ServerRequest request, HandlerFunction<ServerResponse> next, String role) {
        Visit visit = Visit.begin(request, settings.path(), has(request, settings.actingRole()));
        try {
            if (!has(request, role)) {
                throw new Trouble(HttpStatus.FORBIDDEN, "role", role);
            }
            if (request.method().equals(HttpMethod.POST)) {
                visit.form().mustMatch(request);
            }
            return next.handle(request);
        } catch (Trouble e) {
            return pages.trouble(visit, e);
        } catch (StoreUnavailableException e) {
            log.warn("The console could not ask the store.", e);
            return pages.trouble(visit, new Trouble(HttpStatus.SERVICE_UNAVAILABLE, "store"));
        } catch (Exception e) {
            log.error("The console failed at {}.", request.path(), e);
            return pages.trouble(visit, new Trouble(HttpStatus.INTERNAL_SERVER_ERROR, "failed"));
        }
    }

    private boolean has(ServerRequest request, String role) {
        HttpServletRequest servlet = request.servletRequest();
        return settings.unprotected() || servlet.isUserInRole(role);
    }
}
