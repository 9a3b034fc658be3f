package dev.stowage.control.program;

import dev.stowage.control.Shared;
import dev.stowage.control.act.ClusterHands;
import dev.stowage.kube.endpoint.HttpEndpoint;
import dev.stowage.kube.endpoint.MetricsPage;
import dev.stowage.kube.endpoint.Page;
import dev.stowage.kube.endpoint.ProcessMetrics;
import dev.stowage.kube.endpoint.RecordingPage;
import dev.stowage.kube.event.EventRecorder;
import dev.stowage.kube.program.EndpointOptions;
import dev.stowage.kube.program.LeaseOptions;
import dev.stowage.kube.program.Life;
import dev.stowage.kube.program.Part;
import dev.stowage.kube.program.Role;
import dev.stowage.kube.program.Surroundings;
import dev.stowage.kube.program.Workplace;
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

/// One life of the controllers.
final class ControlRun {
    private static final Logger log = LoggerFactory.getLogger(ControlRun.class);

    private final ControlPlan plan;
    private final Surroundings around;
    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final Life life = new Life();

    ControlRun(ControlPlan plan, Surroundings around) {
        this.plan = plan;
        this.around = around;
    }

    int live() throws IOException, InterruptedException {
        return life.live(this::begin);
    }

    Part open(Consumer<String> failed) throws IOException, InterruptedException {
        return life.open(this::begin, failed);
    }

    private void begin() throws IOException {
        ProcessMetrics.register(metrics);
        log.info(
                "Controllers: {}.",
                plan.makings().keySet().stream().map(ControllerName::text).collect(Collectors.joining(", ")));
        var workplace = new Workplace(
                plan.cluster().open(), plan.limits(), "stowage-control", around.host(), metrics, life.ending());
        life.atTheEnd(workplace::close);
        life.atOnce(workplace::cut);
        List<Role> roles = new ArrayList<>();
        plan.makings().forEach((name, making) -> roles.add(making.make(shared(workplace, name))));
        workplace.employ(roles, plan.lease().wanted() ? leases(roles) : Map.of(), plan.lease());
        serve(workplace.health());
        workplace.start();
    }

    private Shared shared(Workplace workplace, ControllerName name) {
        EventRecorder events = workplace.recorder(name.component());
        return new Shared(
                workplace.api(),
                workplace.mirrors(),
                events,
                new ClusterHands(workplace.mirrors(), events),
                metrics,
                workplace.queues(),
                workplace.timer(),
                InstantSource.system(),
                plan.gates());
    }

    private static Map<String, List<Role>> leases(List<Role> roles) {
        return roles.stream()
                .collect(Collectors.groupingBy(
                        role -> LeaseOptions.nameOf(role.leaseName()), LinkedHashMap::new, Collectors.toList()));
    }

    private void serve(Optional<Page> leadership) throws IOException {
        EndpointOptions endpoint = plan.endpoint();
        Map<String, Page> pages = new LinkedHashMap<>();
        pages.put(endpoint.metricsPath(), new MetricsPage(metrics));
        if (endpoint.metrics().isPresent()) {
            HttpEndpoint page = HttpEndpoint.open(endpoint.metrics().get(), pages);
            life.atTheEnd(page::close);
        }
        if (endpoint.whole().isPresent()) {
            pages.put("/healthz", Page.health(Optional::empty));
            leadership.ifPresent(page -> pages.put("/healthz/leader-election", page));
            if (plan.recordings()) {
                pages.put(RecordingPage.PATH, new RecordingPage());
            }
            HttpEndpoint page = HttpEndpoint.open(endpoint.whole().get(), pages);
            life.atTheEnd(page::close);
        }
    }
}
