package dev.stowage.sidecar.program;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.endpoint.HttpEndpoint;
import dev.stowage.kube.endpoint.MetricsPage;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.endpoint.ProcessMetrics;
import dev.stowage.kube.manager.Lifecycle;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.ControllerManager;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.driver.DriverName;
import dev.stowage.sidecar.driver.DriverOptions;
import dev.stowage.sidecar.liveness.DriverProbe;
import dev.stowage.sidecar.register.Registrar;
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
final class Run {

    private static final Logger log = LoggerFactory.getLogger(Run.class);
    private static final Duration DIAL = Duration.ofSeconds(30);
    private static final Duration FOREVER = Duration.ofDays(365);

    private final Plan plan;
    private final Environment around;
    private final PrometheusRegistry metrics;
    private final Lifecycle lifecycle = new Lifecycle();
    private Optional<HttpPage> leadership = Optional.empty();

    /// @param metrics where what is counted goes
    Run(Plan plan, Environment around, PrometheusRegistry metrics) {
        this.plan = plan;
        this.around = around;
        this.metrics = metrics;
    }

    int live() throws IOException, InterruptedException {
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
        if (plan.isNodeOnly()) {
            String name = DriverName.ask(new DriverOptions(plan.driver(), dial(), nodeTimeout(), metrics, () -> {}));
            serve(name, plan.named(), Optional.empty());
            return;
        }
        Driver driver = Driver.connect(DriverOptions.of(plan.driver(), plan.timeout(), metrics, this::lost));
        lifecycle.onShutdown(driver::close);
        checkName(driver.name());
        Set<RoleName> roles = Choice.of(plan, driver::has);
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
        ControllerManager controllerManager = new ClusterRoles(plan, driver).employ(roles, metrics, around, lifecycle.shutdownSignal());
        lifecycle.onShutdown(controllerManager::close);
        lifecycle.onImmediateStop(controllerManager::stopImmediately);
        leadership = controllerManager.health();
        serve(driver.name(), roles, leadership);
        controllerManager.start();
    }

    private void serve(String driver, Set<RoleName> roles, Optional<HttpPage> leading) throws IOException {
        Optional<HttpPage> liveness = roles.contains(RoleName.LIVENESS)
                ? Optional.of(new DriverProbe(plan.driver(), plan.liveness().probeTimeout(), metrics, () -> driver))
                : Optional.empty();
        Optional<Registrar> registrar = roles.contains(RoleName.REGISTRAR)
                ? Optional.of(new Registrar(driver, plan.registrar(), lifecycle.shutdownSignal()::fail))
                : Optional.empty();
        Optional<HttpPage> page = plan.alone().filter(RoleName.REGISTRAR::equals).isPresent()
                ? Optional.empty()
                : Optional.of(new MetricsPage(metrics));
        for (Sites.Site site : new Sites(page, liveness, registrar.map(Registrar::health), leading).plan(plan)) {
            HttpEndpoint endpoint = HttpEndpoint.open(site.address(), site.pages());
            lifecycle.onShutdown(endpoint::close);
        }
        registrar.ifPresent(role -> {
            role.start();
            lifecycle.onShutdown(role::close);
        });
    }

    /// A probe alone never ends because there is no driver yet; that is what it is there to tell.
    private Duration dial() {
        return plan.named().contains(RoleName.REGISTRAR) ? DIAL : FOREVER;
    }

    private Duration nodeTimeout() {
        return plan.named().contains(RoleName.REGISTRAR) ? plan.registrar().timeout() : FOREVER;
    }

    private void checkName(String driver) {
        if (!plan.expectedDriver().isEmpty() && !plan.expectedDriver().equals(driver)) {
            throw new UsageException("flag --provisioner: the driver at " + plan.driver() + " is " + driver + ", not "
                    + plan.expectedDriver());
        }
    }

    private void lost() {
        LastWords.write(around.terminationLog(), LastWords.LOST);
        lifecycle.shutdownSignal().fail(LastWords.LOST);
    }
}
