package dev.stowage.cluster.endpoints;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.ServiceKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Endpoints;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Service;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes the Endpoints of Services with a selector, and deletes those of deleted Services.
public final class EndpointsController implements Controller {
    private final ControllerContext context;
    private final Informer<Endpoints> endpoints;
    private final ServiceWorker worker;

    public EndpointsController(ControllerContext context) {
        this.context = context;
        this.endpoints = context.informers().of(Kinds.ENDPOINTS);
        this.worker = new ServiceWorker(context, ControllerName.ENDPOINTS, this::reconcile);
        endpoints.addEventHandler((before, now) -> {
            // Also those that were left behind while no controller was running.
            Endpoints either = now == null ? before : now;
            if (either != null && (now == null || isOurs(now))) {
                worker.enqueue(either.key());
            }
        });
    }

    private static boolean isOurs(Endpoints object) {
        return ControllerName.ENDPOINTS
                .component()
                .equals(object.meta().labels().get(ServiceKeys.ENDPOINTS_MANAGED_BY));
    }

    private void reconcile(NamespacedName key, @Nullable Service service) throws ApiFailure, InterruptedException {
        Endpoints current = endpoints.find(key).orElse(null);
        if (service != null) {
            Optional<ClusterAction> action = EndpointsDecision.decide(service, worker.pods(service), current);
            if (action.isPresent()) {
                context.executor().execute(action.get());
            }
        } else if (current != null
                && current.meta().annotation(ServiceKeys.LEADER_ELECTION).isEmpty()) {
            context.executor().execute(new ClusterAction.Delete<>(Kinds.ENDPOINTS, current));
        }
    }

    @Override
    public String name() {
        return ControllerName.ENDPOINTS.text();
    }

    @Override
    public void start() throws InterruptedException {
        endpoints.awaitSynced();
        worker.start();
    }

    @Override
    public void close() {
        worker.close();
    }
}
