package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Ends pods. Each is named by its uid, because a controller may have put another one in its place.
final class PodRemoval {
    private static final int TOO_MANY_REQUESTS = 429;

    /// The budget may free up only when another pod is ready; this is not the place to wait for it.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final KubeClient api;
    private final KubeClient impatient;

    PodRemoval(KubeClient api) {
        this.api = api;
        this.impatient = api.within(PATIENCE);
    }

    /// Evicts those with a controller, and deletes the others.
    ///
    /// @return why some of them cannot be evicted now
    Optional<String> evict(List<Pod> pods) throws ApiFailure, InterruptedException {
        List<String> refusals = new ArrayList<>();
        for (Pod pod : pods) {
            if (VolumeUse.isBare(pod)) {
                delete(pod);
            } else {
                evict(pod).ifPresent(refusals::add);
            }
        }
        return refusals.stream().findFirst();
    }

    void delete(List<Pod> pods) throws ApiFailure, InterruptedException {
        for (Pod pod : pods) {
            delete(pod);
        }
    }

    /// Without waiting for their node, which is down.
    void deleteByForce(List<Pod> pods) throws ApiFailure, InterruptedException {
        for (Pod pod : pods) {
            delete(pod, DeleteOptions.defaults().withGracePeriod(0));
        }
    }

    private void delete(Pod pod) throws ApiFailure, InterruptedException {
        delete(pod, DeleteOptions.defaults());
    }

    private void delete(Pod pod, DeleteOptions options) throws ApiFailure, InterruptedException {
        try {
            var _ = api.delete(pod, Kinds.PODS, options);
        } catch (ApiFailure e) {
            if (!e.isConflict()) {
                throw e;
            }
        }
    }

    private Optional<String> evict(Pod pod) throws ApiFailure, InterruptedException {
        ObjectNode eviction = Json.object().put("apiVersion", "policy/v1").put("kind", "Eviction");
        eviction.putObject("metadata")
                .put("name", pod.meta().name())
                .put("namespace", pod.meta().namespace());
        eviction.putObject("deleteOptions")
                .putObject("preconditions")
                .put("uid", pod.meta().uid());
        try {
            impatient.send(Kinds.PODS, pod, "eviction", eviction);
            return Optional.empty();
        } catch (ApiFailure e) {
            if (e.code() == TOO_MANY_REQUESTS) {
                return Optional.of("waiting for a disruption budget to allow the eviction of pod "
                        + pod.meta().name());
            }
            if (e.isNotFound() || e.isConflict()) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
