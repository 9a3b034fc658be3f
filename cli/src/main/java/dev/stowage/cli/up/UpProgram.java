package dev.stowage.cli.up;

import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.cli.ActivityPrinter;
import dev.stowage.cli.control.ControlProgram;
import dev.stowage.cli.up.backend.AvailableBackends;
import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.cli.up.backend.SharedDirectory;
import dev.stowage.cli.up.cri.CriPods;
import dev.stowage.cli.up.instance.DataDirectory;
import dev.stowage.cli.up.instance.DataDirectoryLock;
import dev.stowage.cli.up.instance.NodeCountFile;
import dev.stowage.cli.up.instance.UpInstance;
import dev.stowage.cli.up.instance.UpInstanceFile;
import dev.stowage.cli.up.instance.UpInstances;
import dev.stowage.driver.LocalProgram;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.flags.TerminalColors;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.Lifecycle;
import dev.stowage.kube.manager.RunningComponent;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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

/// One run of the whole cluster. Components stop in reverse order: nodes need their drivers to unmount, and
/// everything needs the API server.
public final class UpProgram {
    private static final Logger log = LoggerFactory.getLogger(UpProgram.class);

    /// Pods are stopped and volumes unmounted in it.
    private static final Duration GRACE = Duration.ofSeconds(90);

    private final UpOptions options;
    private final RemovedNodes removedNodes;
    private final Environment processEnvironment;
    private final Consumer<String> screen;
    private final ActivityPrinter activity;
    private final Instant started = Instant.now();
    private final Lifecycle lifecycle = new Lifecycle(GRACE);

    private UpProgram(
            UpOptions options,
            RemovedNodes removedNodes,
            Environment processEnvironment,
            Consumer<String> screen,
            ActivityPrinter activity) {
        this.options = options;
        this.removedNodes = removedNodes;
        this.processEnvironment = processEnvironment;
        this.screen = screen;
        this.activity = activity;
    }

    /// @param screen receives the lines for the user
    /// @param activity shows the current step of the start
    private static UpProgram of(
            UpOptions options, Environment processEnvironment, Consumer<String> screen, ActivityPrinter activity)
            throws IOException {
        requireRoot();
        Path data = DataDirectory.ensure(options.data());
        int recordedNodes = NodeCountFile.read(data);
        UpOptions counted = options.in(data).withRecordedNodes(recordedNodes);
        UpOptions decided = counted.in(options.zones().orRecorded(Zones.read(data), counted.nodes()));
        decided.requireShortDataPath();
        return new UpProgram(decided, RemovedNodes.of(decided, recordedNodes), processEnvironment, screen, activity);
    }

    /// Runs until a signal.
    static int run(UpOptions options, Environment processEnvironment) throws IOException, InterruptedException {
        ActivityPrinter activity = new ActivityPrinter(processEnvironment.out(), TerminalColors.isTerminal());
        Consumer<String> screen = line -> {
            activity.close();
            processEnvironment.out().println(line);
            processEnvironment.out().flush();
        };
        UpProgram upProgram = of(options, processEnvironment, screen, activity);
        UpInstances upInstances = UpInstances.ofUser();
        try (activity) { // an error message starts on its own line
            return upProgram.lifecycle.run(() -> {
                upProgram.begin();
                upInstances.add(upProgram.options.data());
                upProgram.lifecycle.onShutdown(upInstances::remove);
            });
        }
    }

    /// Inside a process that the caller ends. Returns when pods can use volumes.
    ///
    /// @param failed receives the reason of a fatal failure; the caller must still close it
    public static RunningComponent open(UpOptions options, Environment processEnvironment, Consumer<String> failed)
            throws IOException, InterruptedException {
        UpProgram upProgram = of(
                options,
                processEnvironment,
                log::info,
                new ActivityPrinter(new PrintStream(OutputStream.nullOutputStream()), false));
        return upProgram.lifecycle.open(upProgram::begin, failed);
    }

    private static void requireRoot() throws IOException {
        if (!HostCapabilities.isRoot()) {
            throw new UsageException(
                    "mounting volumes needs root, and this machine does not allow user namespaces for other users"
                            + " (run it with sudo, or allow \"unshare --user --map-root-user --mount\")");
        }
    }

    private void begin() throws IOException, InterruptedException {
        AvailableBackends availableBackends = AvailableBackends.of(HostCapabilities.detect());
        requireBackend(availableBackends);
        requireRuntime();
        DataDirectoryLock lock = DataDirectoryLock.take(options.data());
        lifecycle.onShutdown(() -> close(lock));
        removedNodes.requireNoVolumes();
        ShutdownReport shutdownReport = new ShutdownReport(options.data(), screen);
        screen.accept("Starting a cluster in " + options.data() + ".");
        shutdownReport.recoverPreviousRun(options);
        lifecycle.onShutdown(shutdownReport::reportEnd);
        UpInstance self = UpInstance.ofThisProcess();
        UpInstance upInstance = options.cri().map(self::withCri).orElse(self);
        UpInstanceFile.write(options.data(), upInstance);
        ShutdownProgress shutdownProgress = new ShutdownProgress(options.data(), upInstance, activity::show);

        activity.show("Starting the API server");
        EmbeddedApi api = UpApiServer.start(options);
        lifecycle.onShutdown(() -> close(api));
        lifecycle.onShutdown(() -> shutdownProgress.show("Stopping the API server"));
        api.writeKubeconfig(options.kubeconfig());
        removeNodes();
        NodeCountFile.write(options.data(), options.nodes());
        if (!options.zones().isEmpty()) {
            options.zones().write(options.data());
        }
        activity.show("Starting the controllers");
        lifecycle.onShutdown(ControlProgram.open(controlLine(), named(processEnvironment.host()), this::failed)::close);
        lifecycle.onShutdown(ClusterIpNotice.start(options.kubeconfig(), processEnvironment.host())::close);
        lifecycle.onShutdown(() -> shutdownProgress.show("Stopping the controllers"));
        BackendKind defaultBackend = options.backend().orElseGet(availableBackends::best);
        try (InitialObjects objects = InitialObjects.on(options.kubeconfig())) {
            objects.ensure(availableBackends, defaultBackend, options.backend().isPresent());
        }
        SharedDirectory shared = SharedDirectory.open(options.shared());
        lifecycle.onShutdown(shared::close);
        for (NodeDirectories place : options.places()) {
            activity.show("Starting " + place.name() + " (of " + options.nodes() + ")");
            new UpNode(
                            options,
                            availableBackends,
                            place,
                            lifecycle,
                            named(place.name()),
                            shutdownProgress,
                            this::failed)
                    .begin(api.pkiDirectory());
        }
        activity.show("Waiting until all nodes and drivers are ready");
        try (ClusterReadiness clusterReadiness = ClusterReadiness.watch(options.kubeconfig())) {
            clusterReadiness.await(options.places(), drivers(availableBackends));
        }
        lifecycle.onShutdown(shutdownReport::recordRunning);
        new ReadyMessage(
                        options,
                        options.data().equals(DataDirectory.defaultPath()),
                        availableBackends,
                        defaultBackend,
                        api.address(),
                        Duration.between(started, Instant.now()))
                .lines()
                .forEach(screen);
        UpInstanceFile.write(options.data(), upInstance.ready(api.address()));
    }

    private void removeNodes() throws IOException, InterruptedException {
        if (!removedNodes.isEmpty()) {
            ClusterAccess access = ClusterAccess.of(options.kubeconfig().toString(), "");
            try (KubeClient client = new KubeClient(access, RequestLimiter.adaptive(), "stowage-up")) {
                screen.accept(removedNodes.delete(client));
            }
        }
    }

    private void requireBackend(AvailableBackends availableBackends) {
        options.backend()
                .map(availableBackends::of)
                .filter(backendAvailability -> !backendAvailability.isAvailable())
                .ifPresent(backendAvailability -> {
                    throw new UsageException(
                            "flag --backend: " + backendAvailability.kind().word() + " is not available here: "
                                    + backendAvailability.unavailableReason().orElseThrow());
                });
    }

    private void requireRuntime() throws IOException, InterruptedException {
        if (options.cri().isEmpty()) {
            return;
        }
        if (!HostCapabilities.isTrueRoot()) {
            throw new UsageException(
                    "flag --runtime: cri needs root, because the container runtime does not see volumes"
                            + " that are mounted in a user namespace (run it with sudo, or use --runtime=process)");
        }
        if (options.nodes() > 1) {
            throw new UsageException("flag --runtime: the cluster in " + options.data() + " has " + options.nodes()
                    + " nodes, which cannot share a CRI runtime (use another --data, or --nodes=1)");
        }
        new CriPods(options.cri().get(), options.data()).requireNoOthers();
    }

    static List<String> drivers(AvailableBackends availableBackends) {
        return availableBackends.has(BackendKind.IMAGE)
                ? List.of(LocalProgram.LOCAL, LocalProgram.DISK)
                : List.of(LocalProgram.LOCAL);
    }

    private List<String> controlLine() {
        return List.of(
                "--kubeconfig=" + options.kubeconfig(),
                "--controllers="
                        + Arrays.stream(ControllerName.values())
                                .map(ControllerName::text)
                                .collect(Collectors.joining(",")),
                "--enable-distributed-snapshotting");
    }

    /// The environment of a part as on its own machine.
    private Environment named(String host) {
        Map<String, String> environment = new HashMap<>(processEnvironment.environment());
        environment.put("NODE_NAME", host);
        return new Environment(
                environment,
                host,
                processEnvironment.version(),
                processEnvironment.out(),
                processEnvironment.logs(),
                options.data().resolve("termination-log"));
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
