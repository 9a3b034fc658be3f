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

/// A driver with what a node puts beside it: the registration with the kubelet, and the page that tells whether the
/// driver lives. Both are what the sidecars for it do, in the driver's own process.
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
    public void assemble(Driver parts, DriverEnvironment around, ParsedFlags line) throws IOException {
        var _ = read(flags -> flags.healthPage(line));
        driver.assemble(parts, around, line);
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
            HttpEndpoint endpoint = HttpEndpoint.open(page.get(), Map.of("/healthz", _ -> look()));
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
        PageResponse pageResponse = look();
        return pageResponse.status() == 200
                ? Optional.empty()
                : Optional.of(new String(pageResponse.body(), StandardCharsets.UTF_8));
    }

    /// Well when all are; else the first that is not has the word.
    private PageResponse look() throws InterruptedException {
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
            return PageResponse.text(500, "the look at the driver failed: " + e.getMessage());
        }
    }

    /// The kubelet hears it first: it shall send nobody here while the last calls are answered.
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
