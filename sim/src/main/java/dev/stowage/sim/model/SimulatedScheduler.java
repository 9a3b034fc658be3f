package dev.stowage.sim.model;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.sim.server.SimulatedApiServer;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Schedules pods: first it selects a node for unbound claims, and when all claims are bound, it binds the pod.
public final class SimulatedScheduler implements Actor {
    private final SimulatedApiServer server;
    private final RandomGenerator random;

    public SimulatedScheduler(SimulatedApiServer server, RandomGenerator random) {
        this.server = server;
        this.random = random;
    }

    @Override
    public boolean act() throws ApiFailure {
        for (Pod pod : server.all(Kinds.PODS)) {
            if (pod.nodeName().isEmpty() && !pod.isBeingDeleted() && place(pod)) {
                return true;
            }
        }
        return false;
    }

    private boolean place(Pod pod) throws ApiFailure {
        boolean bound = true;
        String where = "";
        for (String name : pod.claims()) {
            Optional<PersistentVolumeClaim> found =
                    server.find(Kinds.CLAIMS, pod.meta().namespace(), name);
            if (found.isEmpty() || found.get().isBeingDeleted()) {
                return false;
            }
            PersistentVolumeClaim claim = found.get();
            bound &= claim.meta().annotations().containsKey(SimulationConstants.BIND_COMPLETED)
                    && !claim.volumeName().isEmpty();
            String selected = claim.meta().annotation(SimulationConstants.SELECTED_NODE);
            where = selected.isEmpty() ? where : selected;
        }
        List<Node> ready = server.all(Kinds.NODES).stream()
                .filter(node -> node.ready() && node.taints().isEmpty())
                .toList();
        if (ready.isEmpty()) {
            return false;
        }
        String node = ready.get(random.nextInt(ready.size())).meta().name();
        if (bound) {
            server.patch(
                    Kinds.PODS,
                    pod,
                    Patch.merge(SimulationConstants.json("{\"spec\": {\"nodeName\": \"%s\"}}".formatted(node))));
            return true;
        }
        return where.isEmpty() && select(pod, node);
    }

    private boolean select(Pod pod, String node) throws ApiFailure {
        boolean did = false;
        for (String name : pod.claims()) {
            PersistentVolumeClaim claim =
                    server.find(Kinds.CLAIMS, pod.meta().namespace(), name).orElseThrow();
            if (claim.volumeName().isEmpty() && SimulationConstants.WITH_POD.equals(claim.effectiveClass())) {
                var change = Json.object();
                change.putObject("metadata").putObject("annotations").put(SimulationConstants.SELECTED_NODE, node);
                server.patch(Kinds.CLAIMS, claim, Patch.merge(change));
                did = true;
            }
        }
        return did;
    }
}
