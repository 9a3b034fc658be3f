package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The driver rejected the volume. Its error code decides who needs to act.
final class ProvisioningFailed implements Cause {
    /// After these errors the scheduler chooses again, if the driver has topology.
    private static final Set<String> ELSEWHERE = Set.of("ResourceExhausted");

    /// After these errors the provisioner retries on the same node.
    private static final Set<String> FINAL = Set.of("NotFound", "InvalidArgument", "FailedPrecondition", "Internal");
    private static final Set<String> UNREACHABLE = Set.of("Unavailable", "DeadlineExceeded", "Aborted", "Canceled");
    private static final Set<String> FORBIDDEN = Set.of("PermissionDenied", "Unauthenticated");

    private final List<Cause> better;

    /// @param better more specific causes for the same messages
    ProvisioningFailed(List<Cause> better) {
        this.better = List.copyOf(better);
    }

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .filter(pendingClaim -> volumeChain.storageClass().isPresent())
                .filter(pendingClaim -> better.stream()
                        .noneMatch(each -> each.findIn(volumeChain).isPresent()))
                .flatMap(pendingClaim -> ProvisioningEvents.latest(pendingClaim)
                        // Data sources are checked by their own causes.
                        .filter(observedEvent -> !observedEvent.text().contains("error getting handle for DataSource"))
                        .flatMap(observedEvent -> judge(pendingClaim, observedEvent)));
    }

    private static Optional<Finding> judge(PendingClaim pendingClaim, ObservedEvent observedEvent) {
        String code = DriverMessages.code(observedEvent.text());
        String said = DriverMessages.plain(observedEvent.text());
        String claim = pendingClaim.claim().title();
        String driver = pendingClaim.provisioner();
        if (ELSEWHERE.contains(code)) {
            return draft(
                            pendingClaim,
                            observedEvent,
                            "pool-exhausted",
                            driver + " does not have enough space for the " + pendingClaim.size() + " of " + claim
                                    + ": " + said)
                    .actor(ResponsibleParty.STORAGE_ADMIN)
                    .advice("Free or add space in the pool, or request less.")
                    .build();
        }
        if (code.equals("OutOfRange")) {
            return draft(
                            pendingClaim,
                            observedEvent,
                            "size-out-of-range",
                            claim + " requests " + pendingClaim.size() + ", which " + driver + " does not support: "
                                    + said)
                    .actor(ResponsibleParty.USER)
                    .advice("Recreate the claim with another size; it has no data yet.")
                    .build();
        }
        if (FINAL.contains(code) && !pendingClaim.selectedNode().isEmpty()) {
            return draft(
                            pendingClaim,
                            observedEvent,
                            "stuck-on-node",
                            driver + " rejects the volume of " + claim + " on node "
                                    + pendingClaim.selectedNode() + ", with a code (" + code
                                    + ") that prevents a retry on another node: " + said)
                    .evidence(pendingClaim.claim(), "selected-node: " + pendingClaim.selectedNode())
                    .actor(ResponsibleParty.STORAGE_ADMIN)
                    .advice("If the request is valid, the driver should return ResourceExhausted, so that the scheduler"
                            + " chooses another node: report it to the developers of the driver.")
                    .dangerous(
                            "Let the scheduler choose another node.",
                            KubectlCommands.on("annotate", pendingClaim.claim())
                                    + " volume.kubernetes.io/selected-node-",
                            "if the driver did create a volume on that node, it is left there unused.")
                    .build();
        }
        if (UNREACHABLE.contains(code)) {
            return draft(
                            pendingClaim,
                            observedEvent,
                            "driver-unreachable",
                            driver + " did not respond in time for " + claim + ": " + said)
                    .actor(ResponsibleParty.STORAGE_ADMIN)
                    .advice("Check the driver's controller pod and its storage; provisioning is retried automatically.")
                    .build();
        }
        if (FORBIDDEN.contains(code)) {
            return draft(
                            pendingClaim,
                            observedEvent,
                            "driver-not-allowed",
                            driver + " is denied access by its storage, for " + claim + ": " + said)
                    .actor(ResponsibleParty.STORAGE_ADMIN)
                    .advice("Check the provisioner secret of the class and the account that it belongs to.")
                    .build();
        }
        return draft(
                        pendingClaim,
                        observedEvent,
                        "provisioning-failed",
                        driver + " cannot provision the volume of " + claim + ": " + said)
                .actor(code.equals("InvalidArgument") ? ResponsibleParty.CLUSTER_ADMIN : ResponsibleParty.STORAGE_ADMIN)
                .advice(
                        code.equals("InvalidArgument")
                                ? "Check the parameters of the class and the spec of the claim."
                                : "Provisioning is retried automatically.")
                .build();
    }

    private static FindingBuilder draft(
            PendingClaim pendingClaim, ObservedEvent observedEvent, String situation, String verdict) {
        FindingBuilder findingBuilder = FindingBuilder.of(situation, FindingRank.TOLD, LinkKind.VOLUME, verdict)
                .event(observedEvent)
                .since(pendingClaim.claim(), "/metadata/creationTimestamp");
        pendingClaim
                .chain()
                .storageClass()
                .ifPresent(found -> findingBuilder.safe("Show the requested class.", KubectlCommands.yaml(found)));
        return findingBuilder;
    }
}
