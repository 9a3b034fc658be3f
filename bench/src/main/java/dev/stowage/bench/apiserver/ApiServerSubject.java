package dev.stowage.bench.apiserver;

import dev.stowage.bench.harness.LatencySamples;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import dev.stowage.interop.cluster.ControlPlane;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/// One API server under load.
public final class ApiServerSubject {
    static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

    private final String name;
    private final ControlPlane plane;
    private final SSLContext context;
    private final int port;
    private final AtomicInteger made = new AtomicInteger();

    public ApiServerSubject(String name, ControlPlane plane) throws Exception {
        this.name = name;
        this.plane = plane;
        this.context = AdminSslContext.of(plane);
        this.port = URI.create(plane.server()).getPort();
    }

    String name() {
        return name;
    }

    int objects() {
        return made.get();
    }

    HttpConnection connect() throws IOException {
        return HttpConnection.open(context, port);
    }

    /// Sends one request; each gets a different number.
    @FunctionalInterface
    public interface Request {
        void send(HttpConnection httpConnection, int number) throws IOException;
    }

    /// Sends as many requests as possible within the given time.
    public ResultRow load(String what, int clients, int seconds, Request request) throws Exception {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        return run(what, clients, request, _ -> System.nanoTime() < end);
    }

    /// Creates objects until there are that many.
    void fill(int objects, int clients) throws Exception {
        run(
                "filling",
                clients,
                (httpConnection, _) -> create(httpConnection),
                number -> made.get() + clients <= objects);
        try (HttpConnection httpConnection = connect()) {
            while (made.get() < objects) {
                create(httpConnection);
            }
        }
    }

    @FunctionalInterface
    private interface LoopCondition {
        boolean wanted(int number);
    }

    private ResultRow run(String what, int clients, Request request, LoopCondition loopCondition) throws Exception {
        AtomicInteger numbers = new AtomicInteger();
        LatencySamples all = new LatencySamples();
        long start = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            List<Future<LatencySamples>> running = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                running.add(threads.submit(() -> {
                    LatencySamples latencySamples = new LatencySamples();
                    try (HttpConnection httpConnection = connect()) {
                        for (int n = numbers.getAndIncrement();
                                loopCondition.wanted(n);
                                n = numbers.getAndIncrement()) {
                            long before = System.nanoTime();
                            request.send(httpConnection, n);
                            latencySamples.add(System.nanoTime() - before);
                        }
                    }
                    return latencySamples;
                }));
            }
            for (Future<LatencySamples> one : running) {
                all.addAll(one.get());
            }
        }
        double elapsed = (System.nanoTime() - start) / 1e9;
        return new ResultRow(
                name + ": " + what + ", clients: " + clients,
                List.of(
                        new Figure("p50 ms", all.count() == 0 ? 0 : all.millis(0.5)),
                        new Figure("p99 ms", all.count() == 0 ? 0 : all.millis(0.99)),
                        new Figure("per second", all.count() / elapsed)));
    }

    public void create(HttpConnection httpConnection) throws IOException {
        int number = made.getAndIncrement();
        httpConnection.call("POST", CONFIG_MAPS, "application/json", body(number, "new"));
    }

    public void update(HttpConnection httpConnection, int number) throws IOException {
        int one = number % made.get();
        httpConnection.call("PUT", CONFIG_MAPS + "/cm-" + one, "application/json", body(one, "update " + number));
    }

    public void patch(HttpConnection httpConnection, int number) throws IOException {
        httpConnection.call(
                "PATCH",
                CONFIG_MAPS + "/cm-" + number % made.get(),
                "application/merge-patch+json",
                "{\"data\":{\"changing\":\"patch " + number + "\"}}");
    }

    /// About one kilobyte, as for typical objects.
    private static String body(int number, String changing) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"cm-" + number
                + "\",\"labels\":{\"app\":\"bench\",\"number\":\"" + number % 100 + "\"}},\"data\":{\"changing\":\""
                + changing + "\",\"text\":\"" + "x".repeat(700) + "\"}}";
    }

    /// The resident memory of all its processes, in megabytes.
    double residentMegabytes() throws IOException {
        double kilobytes = 0;
        for (long pid : plane.processes()) {
            kilobytes += Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                    .sum();
        }
        return kilobytes / 1000;
    }

    /// From the start of its processes until it reports ready.
    double restartMillis() throws Exception {
        long start = System.nanoTime();
        plane.restart();
        while (true) {
            try (HttpConnection httpConnection = connect()) {
                httpConnection.call("GET", "/readyz", "", "");
                return (System.nanoTime() - start) / 1e6;
            } catch (IOException e) {
                if (System.nanoTime() - start > 120_000_000_000L) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(5);
            }
        }
    }
}
