package dev.stowage.cli.up;

import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.cli.up.pool.Machine;
import dev.stowage.cli.up.pool.Offers;
import dev.stowage.cli.up.pool.SharedFolder;
import dev.stowage.cli.up.run.DataFolder;
import dev.stowage.cli.up.run.DataLock;
import dev.stowage.cli.up.run.RunFile;
import dev.stowage.cli.up.run.Running;
import dev.stowage.cli.up.run.Runs;
import dev.stowage.cli.control.ControlProgram;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.driver.LocalProgram;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.manager.Lifecycle;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One life of everything. What is begun first ends last: nodes need their drivers to unmount, and all need the API.
public final class Up {
    private static final Logger log = LoggerFactory.getLogger(Up.class);

    /// Pods are stopped and volumes unmounted in it.
    private static final Duration GRACE = Duration.ofSeconds(90);

    private final UpPlan plan;
    private final Environment around;
    private final Consumer<String> screen;
    private final Instant started = Instant.now();
    private final Lifecycle lifecycle = new Lifecycle(GRACE);

    private Up(UpPlan plan, Environment around, Consumer<String> screen) {
        this.plan = plan;
        this.around = around;
        this.screen = screen;
    }

    /// @param screen hears what a user wants to see, line by line
    private static Up of(UpPlan plan, Environment around, Consumer<String> screen) throws IOException {
        requireRoot();
        return new Up(plan.in(DataFolder.ensure(plan.data())), around, screen);
    }

    /// Until a signal comes.
    static int live(UpPlan plan, Environment around) throws IOException, InterruptedException {
        Up up = of(plan, around, line -> {
            around.out().println(line);
            around.out().flush();
        });
        Runs runs = Runs.ofUser();
        return up.lifecycle.run(() -> {
            up.begin();
            runs.add(up.plan.data());
            up.lifecycle.onShutdown(runs::remove);
        });
    }

    /// As a part of a process, which ends it. Returns when pods can be made that use volumes.
    ///
    /// @param failed hears why it cannot go on; it is still to be closed then
    public static RunningComponent open(UpPlan plan, Environment around, Consumer<String> failed)
            throws IOException, InterruptedException {
        Up up = of(plan, around, log::info);
        return up.lifecycle.open(up::begin, failed);
    }

    private static void requireRoot() throws IOException {
        if (!Machine.isRoot()) {
            throw new UsageException(
                    "mounting volumes needs root, and this machine lets nobody else have a namespace of"
                            + " users to mount in (unshare --user --map-root-user --mount); start it with sudo");
        }
    }

    private void begin() throws IOException, InterruptedException {
        Offers offers = Offers.of(Machine.look());
        requireBackend(offers);
        DataLock lock = DataLock.take(plan.data());
        lifecycle.onShutdown(() -> close(lock));
        Farewell farewell = new Farewell(plan.data(), screen);
        screen.accept("Starting in " + plan.data() + " …");
        farewell.greet(plan.places());
        lifecycle.onShutdown(farewell::say);
        Running running = Running.ofThisProcess();
        RunFile.write(plan.data(), running);

        EmbeddedApi api = EmbeddedApi.start(
                EmbeddedApiOptions.in(plan.api()).port(plan.port()).eventTtl(plan.eventTtl()));
        lifecycle.onShutdown(() -> close(api));
        api.writeKubeconfig(plan.kubeconfig());
        lifecycle.onShutdown(ControlProgram.open(controlLine(), named(around.host()), this::failed)::close);
        BackendKind usual = plan.backend().orElseGet(offers::best);
        try (FirstObjects objects = FirstObjects.on(plan.kubeconfig())) {
            objects.ensure(offers, usual, plan.backend().isPresent());
        }
        SharedFolder shared = SharedFolder.open(plan.shared());
        lifecycle.onShutdown(shared::close);
        for (NodePlace place : plan.places()) {
            new UpNode(plan, offers, place, lifecycle, named(place.name()), this::failed).begin(api.pkiDirectory());
        }
        try (Readiness readiness = Readiness.watch(plan.kubeconfig())) {
            readiness.await(plan.places(), drivers(offers));
        }
        lifecycle.onShutdown(farewell::count);
        new ReadyText(plan, offers, usual, api.address(), Duration.between(started, Instant.now()))
                .lines()
                .forEach(screen);
        RunFile.write(plan.data(), running.ready(api.address()));
    }

    private void requireBackend(Offers offers) {
        plan.backend().map(offers::of).filter(offer -> !offer.isThere()).ifPresent(offer -> {
            throw new UsageException("flag --backend: " + offer.kind().word() + " cannot be had here: "
                    + offer.lack().orElseThrow());
        });
    }

    static List<String> drivers(Offers offers) {
        return offers.has(BackendKind.IMAGE)
                ? List.of(LocalProgram.LOCAL, LocalProgram.DISK)
                : List.of(LocalProgram.LOCAL);
    }

    private List<String> controlLine() {
        return List.of(
                "--kubeconfig=" + plan.kubeconfig(),
                "--controllers="
                        + Arrays.stream(ControllerName.values())
                                .map(ControllerName::text)
                                .collect(Collectors.joining(",")),
                "--enable-distributed-snapshotting");
    }

    /// As each part would find it on a machine of its own.
    private Environment named(String host) {
        Map<String, String> environment = new HashMap<>(around.environment());
        environment.put("NODE_NAME", host);
        return new Environment(
                environment,
                host,
                around.version(),
                around.out(),
                around.logs(),
                plan.data().resolve("termination-log"));
    }

    private void failed(String why) {
        lifecycle.shutdownSignal().fail(why);
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
