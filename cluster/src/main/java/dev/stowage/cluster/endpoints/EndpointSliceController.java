package dev.stowage.cluster.endpoints;

import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.k8s.names.ServiceKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.EndpointSlice;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.Service;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Writes the EndpointSlices of Services with a selector. The garbage collector deletes those of deleted
/// Services.
public final class EndpointSliceController implements Controller {
    private final ControllerContext context;
    private final Informer<EndpointSlice> slices;
    private final Informer<Node> nodes;
    private final Index<EndpointSlice> byService;
    private final ServiceWorker worker;
    private final NameGenerator names = new NameGenerator(RandomGenerator.getDefault());

    public EndpointSliceController(ControllerContext context) {
        this.context = context;
        this.slices = context.informers().of(Kinds.ENDPOINT_SLICES);
        this.nodes = context.informers().of(Kinds.NODES);
        this.byService = slices.index(slice -> List.of(service(slice).toString()));
        this.worker = new ServiceWorker(context, ControllerName.ENDPOINT_SLICE, this::reconcile);
        slices.addEventHandler((before, now) -> {
            // A user may give a slice to another Service, or to another writer.
            enqueueServiceOf(before);
            enqueueServiceOf(now);
        });
        nodes.addEventHandler((before, now) -> {
            if (before == null || now == null || !zone(before).equals(zone(now))) {
                worker.enqueueAll();
            }
        });
    }

    private void enqueueServiceOf(@Nullable EndpointSlice slice) {
        if (slice != null && isOurs(slice)) {
            worker.enqueue(service(slice));
        }
    }

    private static NamespacedName service(EndpointSlice slice) {
        return new NamespacedName(
                slice.meta().namespace(), slice.meta().labels().getOrDefault(ServiceKeys.SERVICE_NAME, ""));
    }

    private static boolean isOurs(EndpointSlice slice) {
        return ServiceKeys.ENDPOINT_SLICE_CONTROLLER.equals(
                slice.meta().labels().get(ServiceKeys.SLICE_MANAGED_BY));
    }

    private static String zone(Node node) {
        return node.meta().labels().getOrDefault(NodeKeys.TOPOLOGY_ZONE, "");
    }

    private void reconcile(NamespacedName key, @Nullable Service service) throws ApiFailure, InterruptedException {
        if (service == null) {
            return;
        }
        List<Pod> pods = worker.pods(service);
        List<EndpointSlice> own = byService.get(key.toString()).stream()
                .filter(slice -> isOurs(slice) && !slice.isBeingDeleted())
                .filter(slice -> slice.meta().ownerReferences().stream()
                        .anyMatch(owner -> owner.uid().equals(service.meta().uid())))
                .toList();
        context.executor()
                .execute(EndpointSliceDecision.decide(new EndpointSliceState(service, pods, nodes(pods), own), names));
    }

    private Map<String, Node> nodes(List<Pod> pods) {
        Map<String, Node> found = new HashMap<>();
        for (Pod pod : pods) {
            nodes.find(pod.nodeName()).ifPresent(node -> found.put(pod.nodeName(), node));
        }
        return found;
    }

    @Override
    public String name() {
        return ControllerName.ENDPOINT_SLICE.text();
    }

    @Override
    public void start() throws InterruptedException {
        slices.awaitSynced();
        nodes.awaitSynced();
        worker.start();
    }

    @Override
    public void close() {
        worker.close();
    }
}
