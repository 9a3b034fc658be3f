package dev.stowage.cli.control;

import dev.stowage.kube.controller.ClusterActionExecutor;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.endpoint.FlightRecordingPage;
import dev.stowage.kube.endpoint.HttpEndpoint;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.endpoint.MetricsPage;
import dev.stowage.kube.endpoint.ProcessMetrics;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.manager.ControllerManager;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.manager.EndpointOptions;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.LeaderElectionOptions;
import dev.stowage.kube.manager.Lifecycle;
import dev.stowage.kube.manager.RunningComponent;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `stowage control`: the controllers of `control` and `cluster` in one process, with one HTTP endpoint and
/// one lease.
public final class ControlProgram {
    private static final Logger log = LoggerFactory.getLogger(ControlProgram.class);

    private final ControlOptions options;
    private final Environment environment;
    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final Lifecycle lifecycle = new Lifecycle();

    private ControlProgram(ControlOptions options, Environment environment) {
        this.options = options;
        this.environment = environment;
    }

    /// Runs until the process receives a signal to stop, or until a part of it fails: then the exit status is 1.
    ///
    /// @throws dev.stowage.flags.UsageException when the command line is wrong
    public static int run(List<String> args, Environment environment) throws IOException, InterruptedException {
        return run(new ControlFlags(ControllerDescriptors.ALL).parse(args, environment), environment);
    }

    /// The snapshot controller alone, with the flags of upstream's `snapshot-controller`.
    ///
    /// @throws dev.stowage.flags.UsageException when the command line is wrong
    public static int runSnapshotController(List<String> args, Environment environment)
            throws IOException, InterruptedException {
        return run(new SnapshotControllerFlags().parse(args, environment), environment);
    }

    /// Starts the controllers as a part of a process that the caller ends.
    ///
    /// @param args must not contain `--version`
    /// @param failed receives the reason when the part fails; the caller still has to close it
    public static RunningComponent open(List<String> args, Environment environment, Consumer<String> failed)
            throws IOException, InterruptedException {
        ControlOptions options = new ControlFlags(ControllerDescriptors.ALL)
                .parse(args, environment)
                .orElseThrow();
        ControlProgram program = new ControlProgram(options, environment);
        return program.lifecycle.open(program::begin, failed);
    }

    private static int run(Optional<ControlOptions> options, Environment environment)
            throws IOException, InterruptedException {
        if (options.isEmpty()) {
            return 0;
        }
        ControlProgram program = new ControlProgram(options.get(), environment);
        return program.lifecycle.run(program::begin);
    }

    private void begin() throws IOException {
        ProcessMetrics.register(metrics);
        log.info(
                "Starting controllers: {}.",
                options.constructors().keySet().stream()
                        .map(ControllerName::text)
                        .collect(Collectors.joining(", ")));
        var manager = new ControllerManager(
                options.cluster().open(),
                options.limits(),
                "stowage-control",
                environment.host(),
                metrics,
                lifecycle.shutdownSignal());
        lifecycle.onShutdown(manager::close);
        lifecycle.onImmediateStop(manager::stopImmediately);
        List<ControllerRole> roles = new ArrayList<>();
        options.constructors().forEach((name, constructor) -> roles.add(constructor.construct(context(manager, name))));
        manager.addRoles(roles, options.lease().enabled() ? leases(roles) : Map.of(), options.lease());
        serve(manager.health());
        manager.start();
    }

    private ControllerContext context(ControllerManager manager, ControllerName name) {
        EventRecorder events = manager.recorder(name.component());
        return new ControllerContext(
                manager.api(),
                manager.informers(),
                events,
                new ClusterActionExecutor(manager.informers(), events),
                metrics,
                manager.queues(),
                manager.timer(),
                InstantSource.system(),
                options.gates());
    }

    private static Map<String, List<ControllerRole>> leases(List<ControllerRole> roles) {
        return roles.stream()
                .collect(Collectors.groupingBy(
                        role -> LeaderElectionOptions.nameOf(role.leaseName()),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    private void serve(Optional<HttpPage> leadership) throws IOException {
        EndpointOptions endpoint = options.endpoint();
        Map<String, HttpPage> pages = new LinkedHashMap<>();
        pages.put(endpoint.metricsPath(), new MetricsPage(metrics));
        if (endpoint.metrics().isPresent()) {
            HttpEndpoint page = HttpEndpoint.open(endpoint.metrics().get(), pages);
            lifecycle.onShutdown(page::close);
        }
        if (endpoint.whole().isPresent()) {
            pages.put("/healthz", HttpPage.health(Optional::empty));
            leadership.ifPresent(page -> pages.put("/healthz/leader-election", page));
            if (options.recordings()) {
                pages.put(FlightRecordingPage.PATH, new FlightRecordingPage());
            }
            HttpEndpoint page = HttpEndpoint.open(endpoint.whole().get(), pages);
            lifecycle.onShutdown(page::close);
        }
    }
}
