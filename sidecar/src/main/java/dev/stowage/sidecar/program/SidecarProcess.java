package dev.stowage.sidecar.program;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.endpoint.HttpEndpoint;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.endpoint.MetricsPage;
import dev.stowage.kube.endpoint.ProcessMetrics;
import dev.stowage.kube.manager.ControllerManager;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.Lifecycle;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.driver.DriverName;
import dev.stowage.sidecar.driver.DriverOptions;
import dev.stowage.sidecar.liveness.DriverProbe;
import dev.stowage.sidecar.registrar.NodeDriverRegistrar;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One life of the process, from the first word with the driver to the last lease that is given back.
final class SidecarProcess {

    private static final Logger log = LoggerFactory.getLogger(SidecarProcess.class);
    private static final Duration DIAL = Duration.ofSeconds(30);
    private static final Duration FOREVER = Duration.ofDays(365);

    private final SidecarOptions sidecarOptions;
    private final Environment around;
    private final PrometheusRegistry metrics;
    private final Lifecycle lifecycle = new Lifecycle();
    private Optional<HttpPage> leadership = Optional.empty();

    /// @param metrics where what is counted goes
    SidecarProcess(SidecarOptions sidecarOptions, Environment around, PrometheusRegistry metrics) {
        this.sidecarOptions = sidecarOptions;
        this.around = around;
        this.metrics = metrics;
    }

    int run() throws IOException, InterruptedException {
        return lifecycle.run(this::begin);
    }

    RunningComponent open(Consumer<String> failed) throws IOException, InterruptedException {
        return lifecycle.open(this::begin, failed);
    }

    /// Whether the leases that we hold are renewed in time; empty when there are none.
    Optional<HttpPage> leadership() {
        return leadership;
    }

    private void begin() throws IOException, InterruptedException {
        ProcessMetrics.register(metrics);
        if (sidecarOptions.isNodeOnly()) {
            String name = DriverName.query(
                    new DriverOptions(sidecarOptions.driver(), dial(), nodeTimeout(), metrics, () -> {}));
            serve(name, sidecarOptions.roles(), Optional.empty());
            return;
        }
        Driver driver = Driver.connect(
                DriverOptions.of(sidecarOptions.driver(), sidecarOptions.timeout(), metrics, this::connectionLost));
        lifecycle.onShutdown(driver::close);
        checkName(driver.name());
        Set<RoleName> roles = RoleSelection.of(sidecarOptions, driver::has);
        if (roles.isEmpty()) {
            throw new IOException("CSI driver " + driver.name()
                    + " has no capability that calls for a role. Name the roles with --roles.");
        }
        log.info(
                "CSI driver {} {}; roles: {}.",
                driver.name(),
                driver.vendorVersion(),
                roles.stream().map(RoleName::word).collect(Collectors.joining(", ")));
        if (roles.stream().noneMatch(RoleName::needsCluster)) {
            serve(driver.name(), roles, Optional.empty());
            return;
        }
        ControllerManager controllerManager = new RoleManagerFactory(sidecarOptions, driver)
                .create(roles, metrics, around, lifecycle.shutdownSignal());
        lifecycle.onShutdown(controllerManager::close);
        lifecycle.onImmediateStop(controllerManager::stopImmediately);
        leadership = controllerManager.health();
        serve(driver.name(), roles, leadership);
        controllerManager.start();
    }

    private void serve(String driver, Set<RoleName> roles, Optional<HttpPage> leading) throws IOException {
        Optional<HttpPage> liveness = roles.contains(RoleName.LIVENESS)
                ? Optional.of(new DriverProbe(
                        sidecarOptions.driver(), sidecarOptions.liveness().probeTimeout(), metrics, () -> driver))
                : Optional.empty();
        Optional<NodeDriverRegistrar> registrar = roles.contains(RoleName.REGISTRAR)
                ? Optional.of(
                        new NodeDriverRegistrar(driver, sidecarOptions.registrar(), lifecycle.shutdownSignal()::fail))
                : Optional.empty();
        Optional<HttpPage> page =
                sidecarOptions.singleRole().filter(RoleName.REGISTRAR::equals).isPresent()
                        ? Optional.empty()
                        : Optional.of(new MetricsPage(metrics));
        for (SidecarEndpoints.HttpListener httpListener : new SidecarEndpoints(
                        page, liveness, registrar.map(NodeDriverRegistrar::health), leading)
                .listeners(sidecarOptions)) {
            HttpEndpoint endpoint = HttpEndpoint.open(httpListener.address(), httpListener.pages());
            lifecycle.onShutdown(endpoint::close);
        }
        registrar.ifPresent(role -> {
            role.start();
            lifecycle.onShutdown(role::close);
        });
    }

    /// A probe alone never ends because there is no driver yet; that is what it is there to tell.
    private Duration dial() {
        return sidecarOptions.roles().contains(RoleName.REGISTRAR) ? DIAL : FOREVER;
    }

    private Duration nodeTimeout() {
        return sidecarOptions.roles().contains(RoleName.REGISTRAR)
                ? sidecarOptions.registrar().timeout()
                : FOREVER;
    }

    private void checkName(String driver) {
        if (!sidecarOptions.expectedDriver().isEmpty()
                && !sidecarOptions.expectedDriver().equals(driver)) {
            throw new UsageException("flag --provisioner: the driver at " + sidecarOptions.driver() + " is " + driver
                    + ", not " + sidecarOptions.expectedDriver());
        }
    }

    private void connectionLost() {
        TerminationMessage.write(around.terminationLog(), TerminationMessage.LOST);
        lifecycle.shutdownSignal().fail(TerminationMessage.LOST);
    }
}
