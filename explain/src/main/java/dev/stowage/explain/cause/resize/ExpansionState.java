package dev.stowage.explain.cause.resize;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.StorageQuantities;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.names.ClaimConditions;
import dev.stowage.k8s.names.ClaimResizeStatus;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The progress of a claim that is being expanded.
///
/// @param step the resize status of the claim, for example `NodeResizePending`; empty before the first
record ExpansionState(VolumeChain chain, KubeResource claim, Quantity has, Quantity wanted, String step) {

    /// Empty when no expansion is requested.
    static Optional<ExpansionState> of(VolumeChain volumeChain) {
        return volumeChain
                .claim()
                .filter(claim -> claim.text("/status/phase").equals("Bound") && !claim.isDeleting())
                .flatMap(claim -> read(volumeChain, claim));
    }

    private static Optional<ExpansionState> read(VolumeChain volumeChain, KubeResource claim) {
        Quantity has = StorageQuantities.at(claim, "/status/capacity/storage").orElse(Quantity.ZERO);
        Quantity wanted = StorageQuantities.wanted(claim).orElse(Quantity.ZERO);
        String step = claim.text("/status/allocatedResourceStatuses/storage");
        boolean grows = wanted.compareTo(has) > 0 && !has.isZero();
        return grows || !step.isEmpty()
                ? Optional.of(new ExpansionState(volumeChain, claim, has, wanted, step))
                : Optional.empty();
    }

    /// The text of a condition that holds, empty when it does not.
    Optional<String> condition(String type) {
        return claim.condition(type)
                .filter(each -> each.path("status").asText("").equals("True"))
                .map(each -> each.path("message").asText(""));
    }

    Optional<Instant> since(String condition) {
        return claim.condition(condition).flatMap(ExpansionState::transition);
    }

    private static Optional<Instant> transition(JsonNode condition) {
        return new KubeResource(ResourceKind.CLAIM, condition).time("/lastTransitionTime");
    }

    /// Pods that have it mounted, or are about to.
    List<KubeResource> users() {
        return ClaimUsers.of(claim, chain.clusterState()).stream()
                .filter(pod -> !ClaimUsers.node(pod).isEmpty() && !ClaimUsers.isOver(pod))
                .toList();
    }

    Optional<ObservedEvent> failure() {
        return ObservedEvent.about(claim, chain)
                .filter(each -> each.hasReason(VolumeEventReasons.VOLUME_RESIZE_FAILED)
                        || each.hasReason(VolumeEventReasons.FILE_SYSTEM_RESIZE_FAILED))
                .findFirst();
    }

    boolean waitsForNode() {
        return step.equals(ClaimResizeStatus.NODE_RESIZE_PENDING)
                || step.equals(ClaimResizeStatus.NODE_RESIZE_IN_PROGRESS)
                || condition(ClaimConditions.FILE_SYSTEM_RESIZE_PENDING).isPresent();
    }

    String sizes() {
        return "capacity " + has + ", requested " + wanted + (step.isEmpty() ? "" : ", " + step);
    }
}
