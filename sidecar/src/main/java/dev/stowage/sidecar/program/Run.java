package dev.stowage.sidecar.program;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.endpoint.HttpEndpoint;
import dev.stowage.kube.endpoint.MetricsPage;
import dev.stowage.kube.endpoint.Page;
import dev.stowage.kube.endpoint.ProcessMetrics;
import dev.stowage.kube.program.Life;
import dev.stowage.kube.program.Part;
import dev.stowage.kube.program.Surroundings;
import dev.stowage.kube.program.Workplace;
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
    private final Surroundings around;
    private final PrometheusRegistry metrics;
    private final Life life = new Life();
    private Optional<Page> leadership = Optional.empty();

    /// @param metrics where what is counted goes
    Run(Plan plan, Surroundings around, PrometheusRegistry metrics) {
        this.plan = plan;
        this.around = around;
        this.metrics = metrics;
    }

    int live() throws IOException, InterruptedException {
        return life.live(this::begin);
    }

    Part open(Consumer<String> failed) throws IOException, InterruptedException {
        return life.open(this::begin, failed);
    }

    /// Whether the leases that we hold are renewed in time; empty when there are none.
    Optional<Page> leadership() {
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
        life.atTheEnd(driver::close);
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
        Workplace workplace = new ClusterRoles(plan, driver).employ(roles, metrics, around, life.ending());
        life.atTheEnd(workplace::close);
        life.atOnce(workplace::cut);
        leadership = workplace.health();
        serve(driver.name(), roles, leadership);
        workplace.start();
    }

    private void serve(String driver, Set<RoleName> roles, Optional<Page> leading) throws IOException {
        Optional<Page> liveness = roles.contains(RoleName.LIVENESS)
                ? Optional.of(new DriverProbe(plan.driver(), plan.liveness().probeTimeout(), metrics, () -> driver))
                : Optional.empty();
        Optional<Registrar> registrar = roles.contains(RoleName.REGISTRAR)
                ? Optional.of(new Registrar(driver, plan.registrar(), life.ending()::fail))
                : Optional.empty();
        Optional<Page> page = plan.alone().filter(RoleName.REGISTRAR::equals).isPresent()
                ? Optional.empty()
                : Optional.of(new MetricsPage(metrics));
        for (Sites.Site site : new Sites(page, liveness, registrar.map(Registrar::health), leading).plan(plan)) {
            HttpEndpoint endpoint = HttpEndpoint.open(site.address(), site.pages());
            life.atTheEnd(endpoint::close);
        }
        registrar.ifPresent(role -> {
            role.start();
            life.atTheEnd(role::close);
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
        life.ending().fail(LastWords.LOST);
    }
}
