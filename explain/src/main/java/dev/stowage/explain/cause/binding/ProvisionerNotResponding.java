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
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// Somebody is asked to make a volume, and nothing comes.
final class ProvisionerNotResponding implements Cause {
    /// A provisioner that runs tells within seconds that it begins.
    private static final Duration USUAL = Duration.ofSeconds(30);

    private static final Pattern WAITING =
            Pattern.compile("(?i)waiting for a volume to be created,? either by the? external provisioner");

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .filter(pendingClaim -> pendingClaim.isProvisioningRequested()
                        && pendingClaim.fitting().isEmpty())
                .filter(pendingClaim -> !pendingClaim.provisioner().isEmpty()
                        && !pendingClaim.provisioner().equals(PendingClaim.NO_PROVISIONER))
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
                        "Nobody in the cluster goes by the name " + provisionerStatus.name()
                                + ", which shall make the volume of "
                                + provisionerStatus.claim().claim().title()
                                + near.map(name -> "; did the class mean " + name + "?")
                                        .orElse("."))
                .actor(ResponsibleParty.CLUSTER_ADMIN);
        near.ifPresent(
                name -> findingBuilder.evidence(provisionerStatus.claim().claim(), "a driver that is there: " + name));
        return findingBuilder
                .evidence(
                        provisionerStatus.claim().claim(),
                        "no CSIDriver, no registration on a node, no lease and no workload has that name")
                .safe("Drivers that are there.", "kubectl get csidrivers,csinodes")
                .advice("Install the driver, or make a class with the right provisioner and the claim anew with it:"
                        + " a class cannot be changed.")
                .build();
    }

    private static Optional<Finding> down(ProvisionerStatus provisionerStatus) {
        FindingBuilder findingBuilder = draft(
                        provisionerStatus,
                        "provisioner-down",
                        FindingRank.CAUSE,
                        LinkKind.DRIVER,
                        "The provisioner " + provisionerStatus.name() + " is there but does not run, so that "
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
                        .evidence(workload, "no pod of it is ready")
                        .safe("Why its pods are not ready.", KubectlCommands.describe(workload)));
        return findingBuilder
                .advice("When it runs again the claim goes on by itself.")
                .build();
    }

    private static Optional<Finding> underway(ProvisionerStatus provisionerStatus) {
        FindingBuilder findingBuilder = draft(
                provisionerStatus,
                "being-provisioned",
                FindingRank.WAITING,
                LinkKind.VOLUME,
                "Nothing is wrong; " + provisionerStatus.name() + " is to make the volume of "
                        + provisionerStatus.claim().claim().title() + ", and no failure was told.");
        provisionerStatus.events().findFirst().ifPresent(findingBuilder::event);
        return findingBuilder.usual(USUAL).build();
    }

    private static Optional<Finding> silent(ProvisionerStatus provisionerStatus) {
        return draft(
                        provisionerStatus,
                        "provisioner-silent",
                        FindingRank.CAUSE,
                        LinkKind.DRIVER,
                        provisionerStatus.name() + " has told nothing about "
                                + provisionerStatus.claim().claim().title()
                                + ": its provisioner does not run, does not lead, or has no right to see claims.")
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .safe("Whether its pods run.", "kubectl get pods -A -o wide")
                .safe("Who leads.", "kubectl get leases -A")
                .advice("Its log tells which right it lacks, if any: look for \"forbidden\".")
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
                .filter(observedEvent ->
                        observedEvent.hasReason("ExternalProvisioning") || observedEvent.matches(WAITING))
                .findFirst()
                .ifPresent(findingBuilder::event);
        return findingBuilder;
    }
}
