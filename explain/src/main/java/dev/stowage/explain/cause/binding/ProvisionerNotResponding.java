package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.StorageClassKeys;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// A provisioner must create the volume, but does not respond.
final class ProvisionerNotResponding implements Cause {
    /// A running provisioner reports its start within seconds.
    private static final Duration USUAL = Duration.ofSeconds(30);

    private static final Pattern WAITING =
            Pattern.compile("(?i)waiting for a volume to be created,? either by the? external provisioner");

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .filter(pendingClaim -> pendingClaim.isProvisioningRequested()
                        && pendingClaim.fitting().isEmpty())
                .filter(pendingClaim -> !pendingClaim.provisioner().isEmpty()
                        && !pendingClaim.provisioner().equals(StorageClassKeys.NO_PROVISIONER))
                .filter(pendingClaim -> ProvisioningEvents.latest(pendingClaim).isEmpty())
                .flatMap(pendingClaim -> judge(new ProvisionerStatus(pendingClaim, pendingClaim.provisioner())));
    }

    private static Optional<Finding> judge(ProvisionerStatus provisionerStatus) {
        if (!provisionerStatus.isKnown() && provisionerStatus.isObservable()) {
            return unknown(provisionerStatus);
        }
        Optional<KubeResource> stale = provisionerStatus.lease().filter(provisionerStatus::isStale);
        Optional<KubeResource> down = provisionerStatus.workloads().stream()
                .filter(ProvisionerStatus::isDown)
                .findFirst();
        if (!provisionerStatus.hasEvents() && (stale.isPresent() || down.isPresent())) {
            return down(provisionerStatus);
        }
        boolean patient =
                provisionerStatus.hasEvents() || provisionerStatus.claim().age().compareTo(USUAL) < 0;
        return patient ? underway(provisionerStatus) : silent(provisionerStatus);
    }

    private static Optional<Finding> unknown(ProvisionerStatus provisionerStatus) {
        Optional<String> near = provisionerStatus.suggestion();
        FindingBuilder findingBuilder = draft(
                        provisionerStatus,
                        "provisioner-unknown",
                        FindingRank.CAUSE,
                        near.isPresent() ? LinkKind.CLASS : LinkKind.DRIVER,
                        "No provisioner in the cluster has the name " + provisionerStatus.name()
                                + ", which must provision the volume of "
                                + provisionerStatus.claim().claim().title()
                                + near.map(name -> "; did you mean " + name + "?")
                                        .orElse("."))
                .actor(ResponsibleParty.CLUSTER_ADMIN);
        near.ifPresent(
                name -> findingBuilder.evidence(provisionerStatus.claim().claim(), "an installed driver: " + name));
        return findingBuilder
                .evidence(
                        provisionerStatus.claim().claim(),
                        "no CSIDriver, node registration, lease or workload has that name")
                .safe("List the drivers.", "kubectl get csidrivers,csinodes")
                .advice(
                        "Install the driver, or create a class with the right provisioner and recreate the claim with it:"
                                + " the provisioner of a class cannot be changed.")
                .build();
    }

    private static Optional<Finding> down(ProvisionerStatus provisionerStatus) {
        FindingBuilder findingBuilder = draft(
                        provisionerStatus,
                        "provisioner-down",
                        FindingRank.CAUSE,
                        LinkKind.DRIVER,
                        "The provisioner " + provisionerStatus.name() + " is installed but not running, so "
                                + provisionerStatus.claim().claim().title() + " gets no volume.")
                .actor(ResponsibleParty.STORAGE_ADMIN);
        provisionerStatus
                .lease()
                .filter(provisionerStatus::isStale)
                .ifPresent(lease -> findingBuilder.evidence(
                        lease,
                        "last renewed " + lease.text("/spec/renewTime") + " by " + lease.text("/spec/holderIdentity")));
        provisionerStatus.workloads().stream()
                .filter(ProvisionerStatus::isDown)
                .forEach(workload -> findingBuilder
                        .evidence(workload, "none of its pods is ready")
                        .safe("Check why its pods are not ready.", KubectlCommands.describe(workload)));
        return findingBuilder
                .advice("When it runs again, the claim continues automatically.")
                .build();
    }

    private static Optional<Finding> underway(ProvisionerStatus provisionerStatus) {
        FindingBuilder findingBuilder = draft(
                provisionerStatus,
                "being-provisioned",
                FindingRank.WAITING,
                LinkKind.VOLUME,
                "Waiting (expected): " + provisionerStatus.name() + " is provisioning the volume of "
                        + provisionerStatus.claim().claim().title() + ", and no failure is reported.");
        provisionerStatus.events().findFirst().ifPresent(findingBuilder::event);
        return findingBuilder.usual(USUAL).build();
    }

    private static Optional<Finding> silent(ProvisionerStatus provisionerStatus) {
        return draft(
                        provisionerStatus,
                        "provisioner-silent",
                        FindingRank.CAUSE,
                        LinkKind.DRIVER,
                        provisionerStatus.name() + " has reported nothing about "
                                + provisionerStatus.claim().claim().title()
                                + ": its provisioner is not running, is not the leader, or is not allowed to read claims.")
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .safe("Check whether its pods run.", "kubectl get pods -A -o wide")
                .safe("Show the leaders.", "kubectl get leases -A")
                .advice("Check its log for \"forbidden\": it names missing permissions.")
                .build();
    }

    private static FindingBuilder draft(
            ProvisionerStatus provisionerStatus,
            String situation,
            FindingRank findingRank,
            LinkKind part,
            String verdict) {
        PendingClaim pendingClaim = provisionerStatus.claim();
        FindingBuilder findingBuilder = FindingBuilder.of(situation, findingRank, part, verdict)
                .evidence(pendingClaim.claim(), "storage-provisioner: " + provisionerStatus.name())
                .since(pendingClaim.claim(), "/metadata/creationTimestamp");
        ObservedEvent.about(pendingClaim.claim(), pendingClaim.chain())
                .filter(observedEvent -> observedEvent.hasReason(VolumeEventReasons.EXTERNAL_PROVISIONING)
                        || observedEvent.matches(WAITING))
                .findFirst()
                .ifPresent(findingBuilder::event);
        return findingBuilder;
    }
}
