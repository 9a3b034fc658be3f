package dev.stowage.control.protection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatusCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Whether a claim may be deleted, and the condition on its use.
final class ClaimProtectionDecision {
    static final String FINALIZER = StorageFinalizers.PVC_PROTECTION;
    static final String UNUSED = "Unused";

    private ClaimProtectionDecision() {}

    sealed interface Result {

        record Certain(List<ClusterAction> acts) implements Result {}

        /// No pod in the cache uses the claim. That is not enough: a new pod may not be in the cache yet, so
        /// the server must be queried.
        record Unsure() implements Result {}
    }

    /// @param pods those that use the claim
    /// @param live whether they were just listed from the server
    /// @param conditions whether the condition for unused claims is enabled
    static Result decide(
            PersistentVolumeClaim claim, Collection<Pod> pods, boolean live, boolean conditions, Instant now) {
        if (claim.isBeingDeleted()) {
            boolean used = pods.stream().anyMatch(pod -> holds(pod, claim));
            return ProtectionFinalizer.isWaiting(claim, FINALIZER) && !used && !live
                    ? new Result.Unsure()
                    : new Result.Certain(ProtectionFinalizer.decide(Kinds.CLAIMS, claim, FINALIZER, used));
        }
        List<ClusterAction> actions = new ArrayList<>();
        if (conditions) {
            boolean used = pods.stream().anyMatch(pod -> refersTo(pod, claim));
            Optional<ClusterAction> change = condition(claim, used, now);
            if (change.isPresent() && !used && !live) {
                return new Result.Unsure();
            }
            change.ifPresent(actions::add);
        }
        actions.addAll(ProtectionFinalizer.decide(Kinds.CLAIMS, claim, FINALIZER, true));
        return new Result.Certain(actions);
    }

    /// A terminated pod still holds its claims: only its deletion confirms that the node has unmounted them.
    /// A pod without a node holds nothing: no kubelet starts a pod whose claim is being deleted.
    static boolean holds(Pod pod, PersistentVolumeClaim claim) {
        return !pod.nodeName().isEmpty()
                && pod.volumes().stream()
                        .anyMatch(volume -> volume.claim().equals(claim.meta().name())
                                && (!volume.isEphemeral() || (!isShutDown(pod) && isOwnedBy(claim, pod))));
    }

    /// A pod that will run counts even before it has a node; a terminated one does not.
    static boolean refersTo(Pod pod, PersistentVolumeClaim claim) {
        return !pod.isTerminated()
                && pod.volumes().stream()
                        .anyMatch(volume -> volume.claim().equals(claim.meta().name())
                                && (!volume.isEphemeral() || isOwnedBy(claim, pod)));
    }

    /// The kubelet has finished with it, or it was force-deleted. A finalizer may still keep such a pod, even
    /// one that waits for its claim; ignoring it breaks that cycle.
    private static boolean isShutDown(Pod pod) {
        return pod.isBeingDeleted() && pod.grace() != null && pod.grace() == 0;
    }

    private static boolean isOwnedBy(PersistentVolumeClaim claim, Pod pod) {
        return claim.meta().namespace().equals(pod.meta().namespace())
                && claim.meta().ownerReferences().stream()
                        .anyMatch(ownerReference -> ownerReference.controller()
                                && ownerReference.uid().equals(pod.meta().uid()));
    }

    private static Optional<ClusterAction> condition(PersistentVolumeClaim claim, boolean used, Instant now) {
        Optional<String> said = claim.status().conditions().stream()
                .filter(condition -> condition.type().equals(UNUSED))
                .map(StatusCondition::status)
                .findFirst();
        if (used && (said.isEmpty() || said.get().equals("True"))) {
            return Optional.of(say(claim, "False", "PodUsingPVC", "A pod is currently referencing this PVC", now));
        }
        if (!used && (said.isEmpty() || !said.get().equals("True"))) {
            return Optional.of(say(claim, "True", "NoPodsUsingPVC", "No pods are currently referencing this PVC", now));
        }
        return Optional.empty();
    }

    private static ClusterAction say(
            PersistentVolumeClaim claim, String status, String reason, String message, Instant now) {
        ObjectNode body = Json.object();
        // The same claim: a new one of the same name has no history yet.
        body.putObject("metadata").put("uid", claim.meta().uid());
        new StatusCondition(UNUSED, status, reason, message, null, now.truncatedTo(ChronoUnit.SECONDS))
                .writeTo(body.putObject("status").putArray("conditions").addObject());
        return new ClusterAction.PatchObject<>(
                Kinds.CLAIMS, claim, Patch.strategic(body).status());
    }
}
