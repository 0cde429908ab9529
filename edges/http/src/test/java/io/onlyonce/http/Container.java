package io.onlyonce.http;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The servlet containers that the tests run in, on a port of their own on the loopback address. */
enum Container {
    TOMCAT {
        @Override
        Running start(WebApp app) throws IOException, LifecycleException {
            for (Handler console : Logger.getLogger("").getHandlers()) {
                console.setLevel(Level.OFF); // Tomcat tells of every failure that a handler is made to have
            }
            Path folder = Files.createTempDirectory("onlyonce-tomcat");
            Tomcat tomcat = new Tomcat();
            tomcat.setBaseDir(folder.toString());
            Connector connector = new Connector();
            connector.setPort(0);
            connector.setProperty("address", InetAddress.getLoopbackAddress().getHostAddress());
            tomcat.setConnector(connector);
            Context context = tomcat.addContext("", folder.toString());
            for (Filter filter : app.filters()) {
                FilterDef definition = new FilterDef();
                definition.setFilter(filter);
                definition.setFilterName("filter" + System.identityHashCode(filter));
                definition.setAsyncSupported("true");
                context.addFilterDef(definition);
                FilterMap map = new FilterMap();
                map.setFilterName(definition.getFilterName());
                map.addURLPattern("/*");
                for (DispatcherType type : app.dispatched()) {
                    map.setDispatcher(type.name());
                }
                context.addFilterMap(map);
            }
            for (WebApp.Mapped mapped : app.servlets()) {
                Wrapper wrapper = Tomcat.addServlet(context, mapped.pattern(), mapped.servlet());
                wrapper.setAsyncSupported(true);
                if (mapped.uploads() != null) {
                    wrapper.setMultipartConfigElement(mapped.uploads());
                }
                context.addServletMappingDecoded(mapped.pattern(), mapped.pattern());
            }
            tomcat.start();
            return new Running(connector.getLocalPort(), () -> {
                tomcat.stop();
                tomcat.destroy();
                System.clearProperty("catalina.home"); // the next one would make this one's folder again
                System.clearProperty("catalina.base");
                delete(folder);
            });
        }
    },

    JETTY {
        @Override
        Running start(WebApp app) throws Exception {
            Path folder = Files.createTempDirectory("onlyonce-jetty");
            Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            ServletContextHandler context = new ServletContextHandler();
            context.setTempDirectory(folder.toFile());
            for (Filter filter : app.filters()) {
                FilterHolder holder = new FilterHolder(filter);
                holder.setAsyncSupported(true);
                context.addFilter(holder, "/*", EnumSet.copyOf(app.dispatched()));
            }
            for (WebApp.Mapped mapped : app.servlets()) {
                ServletHolder holder = new ServletHolder(mapped.servlet());
                holder.setAsyncSupported(true);
                if (mapped.uploads() != null) {
                    holder.getRegistration().setMultipartConfig(mapped.uploads());
                }
                context.addServlet(holder, mapped.pattern());
            }
            server.setHandler(context);
            server.start();
            return new Running(((ServerConnector) server.getConnectors()[0]).getLocalPort(), () -> {
                server.stop();
                delete(folder);
            });
        }
    };

    abstract Running start(WebApp app) throws Exception;

    /** What is deployed. */
    record WebApp(List<Filter> filters, List<DispatcherType> dispatched, List<Mapped> servlets) {
        record Mapped(String pattern, HttpServlet servlet, MultipartConfigElement uploads) {}
    }

    /** A started container. */
    record Running(int port, Stop stop) implements AutoCloseable {
        interface Stop {
            void run() throws Exception;
        }

        @Override
        public void close() {
            try {
                stop.run();
            } catch (Exception e) {
                throw new IllegalStateException("The container does not stop.", e);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        List<Path> paths = new ArrayList<>();
        try (Stream<Path> found = Files.walk(folder)) {
            found.sorted(Comparator.reverseOrder()).forEach(paths::add);
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }
}
