package dev.stowage.cluster.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cluster.discovery.DiscoveredResource;
import dev.stowage.cluster.discovery.DiscoveredResources;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Deployment;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectMeta.OwnerReference;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.ReplicaSet;
import dev.stowage.kube.model.StatefulSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How many pods the owners of pods want: from the cache for the usual workloads, otherwise from the subresource
/// `scale`.
final class OwnerScales {
    private final ControllerContext context;
    private final Informer<ReplicaSet> replicaSets;
    private final Informer<Deployment> deployments;
    private final Informer<StatefulSet> statefulSets;

    /// @param byOwner the numbers of the owners
    /// @param failure why one is not known; empty when all are
    record Result(Map<String, Integer> byOwner, String failure) {

        Result {
            byOwner = Map.copyOf(byOwner);
        }
    }

    private record Scale(String uid, int replicas) {}

    OwnerScales(ControllerContext context) {
        this.context = context;
        this.replicaSets = context.informers().of(Kinds.REPLICA_SETS);
        this.deployments = context.informers().of(Kinds.DEPLOYMENTS);
        this.statefulSets = context.informers().of(Kinds.STATEFUL_SETS);
    }

    List<Informer<?>> informers() {
        return List.of(replicaSets, deployments, statefulSets);
    }

    Result of(List<Pod> pods) throws ApiFailure, InterruptedException {
        Map<String, Integer> byOwner = new HashMap<>();
        Map<String, Boolean> seen = new HashMap<>();
        for (Pod pod : pods) {
            Optional<OwnerReference> owner = pod.meta().controller();
            if (owner.isEmpty() || seen.putIfAbsent(owner.get().uid(), true) != null) {
                continue;
            }
            Optional<Scale> scale = cached(pod.meta().namespace(), owner.get());
            if (scale.isEmpty()) {
                Optional<DiscoveredResource> resource = DiscoveredResources.of(context.api())
                        .find(owner.get().apiVersion(), owner.get().kind());
                if (resource.isEmpty()) {
                    return new Result(byOwner, noMatch(owner.get()));
                }
                scale = asked(pod.meta().namespace(), owner.get(), resource.get());
                if (scale.isEmpty() && !hasScale(resource.get())) {
                    return new Result(byOwner, resource.get().kind() + " does not implement the scale subresource");
                }
            }
            if (scale.isEmpty()) {
                return new Result(
                        byOwner,
                        "found no controllers for pod \"%s\""
                                .formatted(pod.meta().name()));
            }
            byOwner.put(scale.get().uid(), scale.get().replicas());
        }
        return new Result(byOwner, "");
    }

    private static String noMatch(OwnerReference owner) {
        return "no matches for kind \"%s\" in version \"%s\"".formatted(owner.kind(), owner.apiVersion());
    }

    private Optional<Scale> cached(String namespace, OwnerReference owner) {
        NamespacedName key = new NamespacedName(namespace, owner.name());
        return switch (owner.kind()) {
            case "ReplicaSet" ->
                replicaSets
                        .find(key)
                        .filter(set -> set.meta().uid().equals(owner.uid()))
                        .flatMap(this::ofReplicaSet);
            case "StatefulSet" ->
                statefulSets
                        .find(key)
                        .filter(set -> set.meta().uid().equals(owner.uid()))
                        .map(set -> new Scale(set.meta().uid(), set.replicas()));
            default -> Optional.empty();
        };
    }

    /// During a rollout a Deployment has pods of several ReplicaSets; its own number is the one that counts.
    private Optional<Scale> ofReplicaSet(ReplicaSet set) {
        Optional<OwnerReference> owner =
                set.meta().controller().filter(one -> one.kind().equals("Deployment"));
        if (owner.isEmpty()) {
            return Optional.of(new Scale(set.meta().uid(), set.replicas()));
        }
        return deployments
                .find(new NamespacedName(set.meta().namespace(), owner.get().name()))
                .filter(deployment -> deployment.meta().uid().equals(owner.get().uid()))
                .map(deployment -> new Scale(deployment.meta().uid(), deployment.replicas()));
    }

    private Optional<Scale> asked(String namespace, OwnerReference owner, DiscoveredResource resource)
            throws ApiFailure, InterruptedException {
        try {
            JsonNode scale = context.api().read(resource.kind().path(namespace) + "/" + owner.name() + "/scale");
            return scale.path("metadata").path("uid").asText("").equals(owner.uid())
                    ? Optional.of(new Scale(
                            owner.uid(), scale.path("spec").path("replicas").asInt()))
                    : Optional.empty();
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private boolean hasScale(DiscoveredResource resource) throws ApiFailure, InterruptedException {
        String group = resource.kind().group();
        String path = (group.isEmpty() ? "/api/" : "/apis/" + group + "/")
                + resource.kind().version();
        for (JsonNode one : context.api().read(path).path("resources")) {
            if (one.path("name").asText("").equals(resource.kind().plural() + "/scale")) {
                return true;
            }
        }
        return false;
    }
}
