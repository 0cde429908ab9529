package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Faults;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.proxy.FaultProxy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.HttpHost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes of the service, each with a proxy before it, and with its process if the run starts it. */
final class Nodes implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Nodes.class);

    private final List<Node> nodes = new CopyOnWriteArrayList<>();

    /** Who ends the run with Ctrl-C is to find no nodes left. */
    private final Thread hook = new Thread(() -> processes().forEach(NodeProcess::end), "verifier-end");

    private record Node(String url, FaultProxy proxy, Optional<NodeProcess> process, AtomicInteger underWay) {}

    /**
     * Starts what the plan says is to be started, and waits until all are ready.
     *
     * @param directory for their output
     */
    static Nodes start(Plan plan, Path directory, Recorder recorder) throws TargetException, InterruptedException {
        Nodes started = new Nodes();
        Plan.Target target = plan.target();
        Runtime.getRuntime().addShutdownHook(started.hook);
        try {
            for (int i = 0; i < target.urls().size(); i++) {
                String url = target.urls().get(i);
                URI uri = URI.create(url);
                Optional<NodeProcess> process = target.starts().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new NodeProcess(
                                i, target.starts().get(i), directory.resolve("node-" + (i + 1) + ".log"), recorder));
                started.nodes.add(new Node(
                        url,
                        new FaultProxy(
                                uri.getHost(), uri.getPort(), plan.faults().latency()),
                        process,
                        new AtomicInteger()));
                if (process.isPresent()) {
                    process.get().start();
                }
            }
            started.awaitReady(target);
            return started;
        } catch (IOException e) {
            started.close();
            throw new TargetException(String.valueOf(e.getMessage()), e);
        } catch (TargetException | InterruptedException e) {
            started.close();
            throw e;
        }
    }

    /** Waits until every node is ready. */
    void awaitReady(Plan.Target target) throws TargetException, InterruptedException {
        for (Node node : nodes) {
            Readiness.await(node.url(), target, node.process());
        }
    }

    /**
     * A node that the run has started.
     *
     * @param underWay how many requests are there just now
     */
    record Started(NodeProcess process, AtomicInteger underWay) {}

    /** Those that the run has started, for what is to befall them. */
    List<Started> started() {
        return nodes.stream()
                .flatMap(node -> node.process().stream().map(process -> new Started(process, node.underWay())))
                .toList();
    }

    /** The processes that the run has started. */
    List<NodeProcess> processes() {
        return nodes.stream().flatMap(node -> node.process().stream()).toList();
    }

    /**
     * Where a request goes: to each node in turn.
     *
     * @param url the node's
     * @param door where to connect in its place, if the request is to meet a fault
     * @param underWay how many requests are there just now, for the sender to count
     */
    record Way(String url, Optional<HttpHost> door, AtomicInteger underWay) {}

    Way way(int turn, Optional<Faults.Connection> fault) {
        Node node = nodes.get(Math.floorMod(turn, nodes.size()));
        return new Way(
                node.url(),
                fault.map(met -> new HttpHost("http", "127.0.0.1", node.proxy().port(met))),
                node.underWay());
    }

    String anyUrl() {
        return nodes.get(0).url();
    }

    @Override
    public void close() {
        for (Node node : nodes) {
            node.process().ifPresent(NodeProcess::end);
            try {
                node.proxy().close();
            } catch (IOException e) {
                throw new IllegalStateException("A listening socket could not be closed.", e);
            }
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            log.debug("The program is ending already.", e);
        }
    }
}
