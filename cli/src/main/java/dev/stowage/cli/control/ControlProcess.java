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

/// One life of the controllers.
final class ControlProcess {
    private static final Logger log = LoggerFactory.getLogger(ControlProcess.class);

    private final ControlOptions options;
    private final Environment environment;
    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final Lifecycle lifecycle = new Lifecycle();

    ControlProcess(ControlOptions options, Environment environment) {
        this.options = options;
        this.environment = environment;
    }

    int run() throws IOException, InterruptedException {
        return lifecycle.run(this::begin);
    }

    RunningComponent open(Consumer<String> failed) throws IOException, InterruptedException {
        return lifecycle.open(this::begin, failed);
    }

    private void begin() throws IOException {
        ProcessMetrics.register(metrics);
        log.info(
                "Controllers: {}.",
                options.constructors().keySet().stream()
                        .map(ControllerName::text)
                        .collect(Collectors.joining(", ")));
        var controllerManager = new ControllerManager(
                options.cluster().open(),
                options.limits(),
                "stowage-control",
                environment.host(),
                metrics,
                lifecycle.shutdownSignal());
        lifecycle.onShutdown(controllerManager::close);
        lifecycle.onImmediateStop(controllerManager::stopImmediately);
        List<ControllerRole> roles = new ArrayList<>();
        options.constructors()
                .forEach((name, constructor) -> roles.add(constructor.construct(shared(controllerManager, name))));
        controllerManager.addRoles(roles, options.lease().wanted() ? leases(roles) : Map.of(), options.lease());
        serve(controllerManager.health());
        controllerManager.start();
    }

    private ControllerContext shared(ControllerManager controllerManager, ControllerName name) {
        EventRecorder events = controllerManager.recorder(name.component());
        return new ControllerContext(
                controllerManager.api(),
                controllerManager.informers(),
                events,
                new ClusterActionExecutor(controllerManager.informers(), events),
                metrics,
                controllerManager.queues(),
                controllerManager.timer(),
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
