package dev.stowage.cli.role;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.endpoint.HttpEndpoint;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.endpoint.PageResponse;
import dev.stowage.sdk.server.Driver;
import dev.stowage.sdk.server.DriverEnvironment;
import dev.stowage.sdk.server.DriverProgram;
import dev.stowage.sdk.server.ServingContext;
import dev.stowage.sidecar.liveness.DriverProbe;
import dev.stowage.sidecar.registrar.NodeDriverRegistrar;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A driver that registers with the kubelet and serves its liveness itself, as csi-node-driver-registrar and
/// livenessprobe do for other drivers.
final class RegisteredDriverProgram implements DriverProgram {

    private final DriverProgram driver;
    private final List<HttpPage> health = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedDeque<Runnable> open = new ConcurrentLinkedDeque<>();
    private @Nullable KubeletFlags flags;

    RegisteredDriverProgram(DriverProgram driver) {
        this.driver = driver;
    }

    @Override
    public void declare(FlagSet declared) {
        driver.declare(declared);
        flags = new KubeletFlags(declared);
    }

    @Override
    public void assemble(Driver parts, DriverEnvironment environment, ParsedFlags line) throws IOException {
        var _ = read(flags -> flags.healthPage(line));
        driver.assemble(parts, environment, line);
    }

    @Override
    public void listening(ServingContext served, ParsedFlags line) throws IOException {
        driver.listening(served, line);
        health.add(new DriverProbe(
                served.socket(),
                read(flags -> flags.probeTimeout(line)),
                new PrometheusRegistry(),
                served::driverName));
        var page = read(flags -> flags.healthPage(line));
        if (page.isPresent()) {
            HttpEndpoint endpoint = HttpEndpoint.open(page.get(), Map.of("/healthz", _ -> check()));
            open.push(endpoint::close);
        }
        var registration = read(flags -> flags.registration(line));
        if (registration.isPresent()) {
            NodeDriverRegistrar nodeDriverRegistrar =
                    new NodeDriverRegistrar(served.driverName(), registration.get(), served.fatal());
            try {
                nodeDriverRegistrar.start();
            } catch (UncheckedIOException e) {
                throw new IOException(e.getMessage(), e);
            }
            open.push(nodeDriverRegistrar::close);
            health.add(nodeDriverRegistrar.health());
        }
    }

    private <T> T read(Function<KubeletFlags, T> reading) {
        return reading.apply(Objects.requireNonNull(flags, "the flags were not declared"));
    }

    @Override
    public Optional<String> unhealthyReason() throws InterruptedException {
        PageResponse pageResponse = check();
        return pageResponse.status() == 200
                ? Optional.empty()
                : Optional.of(new String(pageResponse.body(), StandardCharsets.UTF_8));
    }

    /// Healthy if all are; otherwise the response of the first that is not.
    private PageResponse check() throws InterruptedException {
        try {
            for (HttpPage page : health) {
                PageResponse pageResponse = page.answer(Map.of());
                if (pageResponse.status() != 200) {
                    return pageResponse;
                }
            }
            return driver.unhealthyReason()
                    .map(text -> PageResponse.text(500, text))
                    .orElseGet(PageResponse::ok);
        } catch (IOException e) {
            return PageResponse.text(500, "cannot probe the driver: " + e.getMessage());
        }
    }

    /// Unregisters first, so that the kubelet sends no new calls while the last ones are answered.
    @Override
    public void ending() {
        for (Runnable closing = open.poll(); closing != null; closing = open.poll()) {
            closing.run();
        }
        driver.ending();
    }

    @Override
    public void stopped() {
        driver.stopped();
    }
}
