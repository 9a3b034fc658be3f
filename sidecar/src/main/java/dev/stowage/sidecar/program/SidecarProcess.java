package dev.stowage.sidecar.program;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.controller.ClusterActionExecutor;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.endpoint.HttpEndpoint;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.endpoint.MetricsPage;
import dev.stowage.kube.endpoint.ProcessMetrics;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.manager.ControllerManager;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.LeaderElectionOptions;
import dev.stowage.kube.manager.Lifecycle;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.ShutdownSignal;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.driver.DriverName;
import dev.stowage.sidecar.driver.DriverOptions;
import dev.stowage.sidecar.liveness.DriverProbe;
import dev.stowage.sidecar.registrar.NodeDriverRegistrar;
import dev.stowage.sidecar.snapshotter.UnsupportedSnapshotController;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One run of the process, from the first call to the driver until the last lease is released.
final class SidecarProcess {

    private static final Logger log = LoggerFactory.getLogger(SidecarProcess.class);
    private static final Duration DIAL = Duration.ofSeconds(30);
    private static final Duration FOREVER = Duration.ofDays(365);

    private final SidecarOptions options;
    private final CsiEndpoint endpoint;
    private final Environment environment;
    private final PrometheusRegistry metrics;
    private final Lifecycle lifecycle = new Lifecycle();

    /// Empty before it is connected, and when no role needs one.
    private Optional<Driver> driver = Optional.empty();

    private Optional<HttpPage> leadership = Optional.empty();

    /// @param endpoint where the driver listens
    /// @param metrics the registry that the process adds its metrics to
    SidecarProcess(SidecarOptions options, CsiEndpoint endpoint, Environment environment, PrometheusRegistry metrics) {
        this.options = options;
        this.endpoint = endpoint;
        this.environment = environment;
        this.metrics = metrics;
    }

    int run() throws IOException, InterruptedException {
        return lifecycle.run(this::begin);
    }

    RunningComponent open(Consumer<String> failed) throws IOException, InterruptedException {
        return lifecycle.open(this::begin, failed);
    }

    /// Whether the leases that this process holds are renewed in time; empty when there are none.
    Optional<HttpPage> leadership() {
        return leadership;
    }

    private void begin() throws IOException, InterruptedException {
        ProcessMetrics.register(metrics);
        if (options.isNodeOnly()) {
            String name = DriverName.query(new DriverOptions(endpoint, dial(), nodeTimeout(), metrics, () -> {}));
            serve(name, options.roles(), Optional.empty());
            return;
        }
        if (options.isClusterOnly()) {
            log.info("No CSI driver; roles: {}.", words(options.roles()));
            startRoles(options.roles());
            return;
        }
        Driver connected = Driver.connect(DriverOptions.of(endpoint, options.timeout(), metrics, this::connectionLost));
        lifecycle.onShutdown(connected::close);
        driver = Optional.of(connected);
        checkName(connected.name());
        Set<RoleName> roles = RoleSelection.of(options, connected::has);
        if (roles.isEmpty()) {
            throw new IOException("CSI driver " + connected.name()
                    + " reports no capability that needs a role (select roles with --roles)");
        }
        log.info("CSI driver {} {}; roles: {}.", connected.name(), connected.vendorVersion(), words(roles));
        if (roles.stream().noneMatch(RoleName::needsCluster)) {
            serve(connected.name(), roles, Optional.empty());
            return;
        }
        startRoles(roles);
    }

    private static String words(Set<RoleName> roles) {
        return roles.stream().map(RoleName::word).collect(Collectors.joining(", "));
    }

    private void startRoles(Set<RoleName> roles) throws IOException {
        ControllerManager manager = createManager(roles);
        lifecycle.onShutdown(manager::close);
        lifecycle.onImmediateStop(manager::stopImmediately);
        leadership = manager.health();
        serve(driverName(), roles, leadership);
        manager.start();
    }

    /// Empty without a driver.
    private String driverName() {
        return driver.map(Driver::name).orElse("");
    }

    private boolean driverHas(ControllerServiceCapability.RPC.Type capability) {
        return driver.filter(connected -> connected.has(capability)).isPresent();
    }

    private ControllerManager createManager(Set<RoleName> names) throws IOException {
        ShutdownSignal shutdown = lifecycle.shutdownSignal();
        var manager = new ControllerManager(
                options.cluster().open(), options.limits(), "stowage-sidecar", environment.host(), metrics, shutdown);
        String unique = UUID.randomUUID().toString();
        Function<RoleName, EventRecorder> recorder =
                name -> manager.recorder(name.component(driverName(), environment.host(), unique));
        Function<RoleName, RoleContext> context = name -> new RoleContext(
                driver.orElseThrow(),
                manager.api(),
                manager.informers(),
                recorder.apply(name),
                metrics,
                manager.queues(),
                manager.timer(),
                InstantSource.system(),
                options.gates(),
                options.lease().leaseNamespace(),
                shutdown::fail);
        List<ControllerRole> roles = new ArrayList<>();
        for (RoleName name : names) {
            RoleDefinition.RoleFactory factory = options.factories().get(name);
            if (factory != null) {
                roles.add(
                        switch (factory) {
                            case RoleDefinition.RoleFactory.OfDriver(var constructor) ->
                                constructor.apply(context.apply(name));
                            case RoleDefinition.RoleFactory.OfCluster(var constructor) ->
                                constructor.apply(clusterContext(manager, recorder.apply(name)));
                        });
            }
        }
        if (RoleSelection.reportsSnapshots(options, names, this::driverHas)) {
            roles.add(new UnsupportedSnapshotController(context.apply(RoleName.SNAPSHOTTER)));
        }
        manager.addRoles(roles, options.lease().enabled() ? leases(roles) : Map.of(), options.lease());
        return manager;
    }

    private ControllerContext clusterContext(ControllerManager manager, EventRecorder events) {
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

    private Map<String, List<ControllerRole>> leases(List<ControllerRole> roles) {
        boolean shared = options.sharedLease() && driver.isPresent(); // it has the name of the driver
        Map<String, List<ControllerRole>> leases = new LinkedHashMap<>();
        for (ControllerRole role : roles) {
            if (!role.leaseName().isEmpty()) {
                String name =
                        LeaderElectionOptions.nameOf(shared ? "stowage-sidecar-" + driverName() : role.leaseName());
                leases.computeIfAbsent(name, _ -> new ArrayList<>()).add(role);
            }
        }
        return leases;
    }

    private void serve(String driver, Set<RoleName> roles, Optional<HttpPage> leading) throws IOException {
        Optional<HttpPage> liveness = roles.contains(RoleName.LIVENESS)
                ? Optional.of(new DriverProbe(endpoint, options.liveness().probeTimeout(), metrics, () -> driver))
                : Optional.empty();
        Optional<NodeDriverRegistrar> registrar = roles.contains(RoleName.REGISTRAR)
                ? Optional.of(new NodeDriverRegistrar(driver, options.registrar(), lifecycle.shutdownSignal()::fail))
                : Optional.empty();
        Optional<HttpPage> page =
                options.singleRole().filter(RoleName.REGISTRAR::equals).isPresent()
                        ? Optional.empty()
                        : Optional.of(new MetricsPage(metrics));
        for (SidecarEndpoints.HttpListener listener : new SidecarEndpoints(
                        page, liveness, registrar.map(NodeDriverRegistrar::health), leading)
                .listeners(options)) {
            HttpEndpoint server = HttpEndpoint.open(listener.address(), listener.pages());
            lifecycle.onShutdown(server::close);
        }
        registrar.ifPresent(role -> {
            role.start();
            lifecycle.onShutdown(role::close);
        });
    }

    /// A liveness probe alone waits for the driver without end: reporting that the driver is missing is its purpose.
    private Duration dial() {
        return options.roles().contains(RoleName.REGISTRAR) ? DIAL : FOREVER;
    }

    private Duration nodeTimeout() {
        return options.roles().contains(RoleName.REGISTRAR)
                ? options.registrar().timeout()
                : FOREVER;
    }

    private void checkName(String driver) {
        if (!options.expectedDriver().isEmpty() && !options.expectedDriver().equals(driver)) {
            throw new UsageException("flag --provisioner: the driver at " + endpoint + " is " + driver + ", not "
                    + options.expectedDriver());
        }
    }

    private void connectionLost() {
        TerminationMessage.write(environment.terminationLog(), TerminationMessage.LOST);
        lifecycle.shutdownSignal().fail(TerminationMessage.LOST);
    }
}
