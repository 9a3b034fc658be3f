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
import dev.stowage.control.ControlProgram;
import dev.stowage.control.program.ControllerName;
import dev.stowage.driver.LocalProgram;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.program.Life;
import dev.stowage.kube.program.Part;
import dev.stowage.kube.program.Surroundings;
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
    private final Surroundings around;
    private final Consumer<String> screen;
    private final Instant started = Instant.now();
    private final Life life = new Life(GRACE);

    private Up(UpPlan plan, Surroundings around, Consumer<String> screen) {
        this.plan = plan;
        this.around = around;
        this.screen = screen;
    }

    /// @param screen hears what a user wants to see, line by line
    private static Up of(UpPlan plan, Surroundings around, Consumer<String> screen) throws IOException {
        requireRoot();
        return new Up(plan.in(DataFolder.ensure(plan.data())), around, screen);
    }

    /// Until a signal comes.
    static int live(UpPlan plan, Surroundings around) throws IOException, InterruptedException {
        Up up = of(plan, around, line -> {
            around.out().println(line);
            around.out().flush();
        });
        Runs runs = Runs.ofUser();
        return up.life.live(() -> {
            up.begin();
            runs.add(up.plan.data());
            up.life.atTheEnd(runs::remove);
        });
    }

    /// As a part of a process, which ends it. Returns when pods can be made that use volumes.
    ///
    /// @param failed hears why it cannot go on; it is still to be closed then
    public static Part open(UpPlan plan, Surroundings around, Consumer<String> failed)
            throws IOException, InterruptedException {
        Up up = of(plan, around, log::info);
        return up.life.open(up::begin, failed);
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
        life.atTheEnd(() -> close(lock));
        Farewell farewell = new Farewell(plan.data(), screen);
        screen.accept("Starting in " + plan.data() + " …");
        farewell.greet(plan.places());
        life.atTheEnd(farewell::say);
        Running running = Running.ofThisProcess();
        RunFile.write(plan.data(), running);

        EmbeddedApi api = EmbeddedApi.start(
                EmbeddedApiOptions.in(plan.api()).port(plan.port()).eventTtl(plan.eventTtl()));
        life.atTheEnd(() -> close(api));
        api.writeKubeconfig(plan.kubeconfig());
        life.atTheEnd(ControlProgram.open(controlLine(), named(around.host()), this::failed)::close);
        BackendKind usual = plan.backend().orElseGet(offers::best);
        try (FirstObjects objects = FirstObjects.on(plan.kubeconfig())) {
            objects.ensure(offers, usual, plan.backend().isPresent());
        }
        SharedFolder shared = SharedFolder.open(plan.shared());
        life.atTheEnd(shared::close);
        for (NodePlace place : plan.places()) {
            new UpNode(plan, offers, place, life, named(place.name()), this::failed).begin(api.pki());
        }
        try (Readiness readiness = Readiness.watch(plan.kubeconfig())) {
            readiness.await(plan.places(), drivers(offers));
        }
        life.atTheEnd(farewell::count);
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
    private Surroundings named(String host) {
        Map<String, String> environment = new HashMap<>(around.environment());
        environment.put("NODE_NAME", host);
        return new Surroundings(
                environment,
                host,
                around.version(),
                around.out(),
                around.logs(),
                plan.data().resolve("termination-log"));
    }

    private void failed(String why) {
        life.ending().fail(why);
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
