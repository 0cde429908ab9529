package io.onlyonce.broken.frame;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Methods and paths with their handlers. A path's element in braces stands for anything. */
public final class Routes {
    private final List<Route> all = new ArrayList<>();

    private record Route(String method, List<String> path, Handler handler) {}

    /** A handler and what the path's placeholders stand for. */
    record Match(Handler handler, List<String> path) {}

    public Routes post(String path, Handler handler) {
        return on("POST", path, handler);
    }

    public Routes get(String path, Handler handler) {
        return on("GET", path, handler);
    }

    private Routes on(String method, String path, Handler handler) {
        all.add(new Route(method, elements(path), handler));
        return this;
    }

    @Nullable
    Match find(String method, String path) {
        List<String> asked = elements(path);
        for (Route route : all) {
            List<String> values = route.method.equals(method) ? values(route.path, asked) : null;
            if (values != null) {
                return new Match(route.handler, values);
            }
        }
        return null;
    }

    private static @Nullable List<String> values(List<String> path, List<String> asked) {
        if (path.size() != asked.size()) {
            return null;
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            if (path.get(i).startsWith("{")) {
                values.add(asked.get(i));
            } else if (!path.get(i).equals(asked.get(i))) {
                return null;
            }
        }
        return values;
    }

    private static List<String> elements(String path) {
        return List.of(path.substring(1).split("/"));
    }
}
