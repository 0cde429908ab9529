package io.onlyonce.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.OnlyOnce;
import io.onlyonce.Scope;
import io.onlyonce.http.Container.WebApp;
import io.onlyonce.memory.MemoryTransactions;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A protected application in a real container: memory stores, a ledger for its effects, and the requests to it. */
final class Web implements AutoCloseable {
    final MemoryTransactions transactions = new MemoryTransactions();
    final WatchedStore store = new WatchedStore(transactions);
    final Ledger ledger = new Ledger(transactions);

    private final List<Filter> before = new ArrayList<>();
    private final List<Filter> behind = new ArrayList<>();
    private final List<ProtectedEndpoint> endpoints = new ArrayList<>();
    private final List<WebApp.Mapped> servlets = new ArrayList<>();
    private final List<DispatcherType> dispatched = new ArrayList<>(List.of(DispatcherType.REQUEST));
    private UnaryOperator<FilterSettings> settings = UnaryOperator.identity();
    private OnlyOnce onlyOnce = OnlyOnce.transactional(store, transactions);
    private Container.Running running;

    /** What a servlet of the tests does. */
    @FunctionalInterface
    interface Handler {
        void handle(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException;
    }

    /** Whose requests these are is said by a header; a request without it is anonymous. */
    static final ScopeResolver BY_HEADER = request -> {
        String user = request.getHeader("X-User");
        if (user == null) {
            throw new AnonymousCallerException("Bearer");
        }
        return Scope.of(user);
    };

    Web engine(OnlyOnce other) {
        onlyOnce = other;
        return this;
    }

    Web settings(UnaryOperator<FilterSettings> change) {
        settings = change;
        return this;
    }

    Web filterBefore(Filter filter) {
        before.add(filter);
        return this;
    }

    Web filterBehind(Filter filter) {
        behind.add(filter);
        return this;
    }

    Web alsoDispatched(DispatcherType type) {
        dispatched.add(type);
        return this;
    }

    /** A protected endpoint, for example {@code POST /orders}, at which some refusals are remembered. */
    Web endpoint(String route, StatusPolicy statuses, Handler handler) {
        return endpoint(ProtectedEndpoint.of(onlyOnce, route, statuses), handler);
    }

    Web endpoint(String route, Handler handler) {
        return endpoint(route, StatusPolicy.SUCCESS_ONLY, handler);
    }

    Web endpoint(ProtectedEndpoint endpoint, Handler handler) {
        endpoints.add(endpoint);
        return servlet(pattern(endpoint.route()), handler);
    }

    /** The same with uploads of at most 1 MB. */
    Web uploads(String route, Handler handler) {
        endpoints.add(ProtectedEndpoint.of(onlyOnce, route, StatusPolicy.SUCCESS_ONLY));
        servlets.add(new WebApp.Mapped(
                pattern(route), servlet(handler), new MultipartConfigElement(null, 1_000_000, 1_000_000, 1024)));
        return this;
    }

    /** An endpoint without protection. */
    Web servlet(String pattern, Handler handler) {
        servlets.add(new WebApp.Mapped(pattern, servlet(handler), null));
        return this;
    }

    private static String pattern(String route) {
        String path = route.substring(route.indexOf(' ') + 1);
        int variable = path.indexOf("/{");
        return variable < 0 ? path : path.substring(0, variable) + "/*";
    }

    Web start(Container container) {
        IdempotencyFilter filter = new IdempotencyFilter(
                settings.apply(FilterSettings.of(Routes.of(endpoints.toArray(new ProtectedEndpoint[0])), BY_HEADER)));
        List<Filter> filters = new ArrayList<>(before);
        filters.add(filter);
        filters.addAll(behind);
        try {
            running = container.start(new WebApp(filters, dispatched, servlets));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return this;
    }

    int port() {
        return running.port();
    }

    /** A request to this application, as alice. */
    Sent post(String path) {
        return new Sent(port(), "POST", path).header("X-User", "alice");
    }

    Sent send(String method, String path) {
        return new Sent(port(), method, path).header("X-User", "alice");
    }

    /** The state in which each test must end. */
    void mustHold(int effects, int records) {
        assertThat(ledger.rows()).as("committed effects").hasSize(effects);
        assertThat(store.records()).as("committed records").hasSize(records);
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
    }

    private static HttpServlet servlet(Handler handler) {
        return new HttpServlet() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response)
                    throws ServletException, IOException {
                handler.handle(request, response);
            }
        };
    }
}
