package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.StorageQuantities;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.time.Duration;
import java.util.Optional;

/// The data source of a claim, a snapshot or another claim, cannot be used.
final class InvalidDataSource implements Cause {
    private static final String WORD = "source-unsuitable";
    private static final Duration USUAL = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .claim()
                .filter(claim -> claim.text("/status/phase").equals("Pending") && !claim.isDeleting())
                .flatMap(claim -> ClaimDataSource.of(claim)
                        .flatMap(claimDataSource -> judge(claim, claimDataSource, volumeChain)));
    }

    private static Optional<Finding> judge(
            KubeResource claim, ClaimDataSource claimDataSource, VolumeChain volumeChain) {
        if (!volumeChain.clusterState().isListed(claimDataSource.kind())) {
            return SnapshotControllerMissing.isUnknown(volumeChain.clusterState(), claimDataSource.kind())
                    ? SnapshotControllerMissing.unknown(claim)
                    : told(claim, volumeChain);
        }
        Optional<KubeResource> found = claimDataSource.find(volumeChain.clusterState());
        if (found.isEmpty()) {
            return missing(claim, claimDataSource, volumeChain);
        }
        KubeResource from = found.get();
        if (from.isDeleting()) {
            return draft(
                            claim,
                            FindingRank.CAUSE,
                            "The data source of %s is %s, which is being deleted."
                                    .formatted(claim.title(), from.title()))
                    .actor(ResponsibleParty.USER)
                    .evidence(from, "deletionTimestamp " + from.text("/metadata/deletionTimestamp"))
                    .advice("Recreate the claim with another data source.")
                    .build();
        }
        return isReady(from) ? unsuitable(claim, from, volumeChain) : notReady(claim, from);
    }

    private static boolean isReady(KubeResource source) {
        return source.kind() == ResourceKind.CLAIM
                ? source.text("/status/phase").equals("Bound")
                : source.text("/status/readyToUse").equals("true");
    }

    private static Optional<Finding> missing(
            KubeResource claim, ClaimDataSource claimDataSource, VolumeChain volumeChain) {
        FindingBuilder findingBuilder = draft(
                        claim,
                        FindingRank.CAUSE,
                        "The data source of %s is %s, which does not exist in namespace %s."
                                .formatted(claim.title(), claimDataSource.title(), claimDataSource.namespace()))
                .actor(ResponsibleParty.USER)
                .evidence(claim, "source " + claimDataSource.title());
        var others = claimDataSource.others(volumeChain.clusterState());
        return findingBuilder
                .advice(
                        others.isEmpty()
                                ? "There is no similar object."
                                : "Existing objects: " + String.join(", ", others) + ".")
                .safe(
                        "Create the source; or recreate the claim, because its data source cannot be changed.",
                        KubectlCommands.delete(claim))
                .build();
    }

    private static Optional<Finding> notReady(KubeResource claim, KubeResource from) {
        String error = from.text("/status/error/message");
        boolean snapshot = from.kind() == ResourceKind.SNAPSHOT;
        String how = !error.isEmpty()
                ? "fails: " + DriverMessages.plain(error)
                : snapshot ? "is not ready yet." : "is not bound yet.";
        return draft(
                        claim,
                        error.isEmpty() ? FindingRank.WAITING : FindingRank.CAUSE,
                        "The data source of %s is %s, which %s".formatted(claim.title(), from.title(), how))
                .actor(error.isEmpty() ? ResponsibleParty.NOBODY : ResponsibleParty.STORAGE_ADMIN)
                .evidence(
                        from,
                        snapshot
                                ? "readyToUse "
                                        + from.json().at("/status/readyToUse").asText("not set")
                                : "phase " + from.text("/status/phase"))
                .usual(error.isEmpty() ? USUAL : Duration.ZERO)
                .safe(
                        "Check why the source is not ready.",
                        "stowage explain " + from.title() + " -n " + KubectlCommands.quoted(from.namespace()))
                .build();
    }

    private static Optional<Finding> unsuitable(KubeResource claim, KubeResource from, VolumeChain volumeChain) {
        Optional<Quantity> needed = from.kind() == ResourceKind.CLAIM
                ? StorageQuantities.wanted(from)
                : StorageQuantities.at(from, "/status/restoreSize");
        Quantity wanted = StorageQuantities.wanted(claim).orElse(Quantity.ZERO);
        if (needed.filter(least -> wanted.compareTo(least) < 0).isPresent()) {
            return tooSmall(claim, from, wanted, needed.get());
        }
        String made = from.kind() == ResourceKind.SNAPSHOT
                ? volumeChain.content().map(each -> each.text("/spec/driver")).orElse("")
                : from.annotation(VolumeAnnotations.STORAGE_PROVISIONER).orElse("");
        String asked = volumeChain
                .storageClass()
                .map(each -> each.text("/provisioner"))
                .orElse("");
        return made.isEmpty() || asked.isEmpty() || made.equals(asked)
                ? told(claim, volumeChain)
                : otherDriver(claim, from, made, asked);
    }

    private static Optional<Finding> tooSmall(KubeResource claim, KubeResource from, Quantity wanted, Quantity needed) {
        return draft(
                        claim,
                        FindingRank.CAUSE,
                        "%s requests %s, but %s needs at least %s."
                                .formatted(claim.title(), wanted, from.title(), needed))
                .actor(ResponsibleParty.USER)
                .evidence(claim, "requested " + wanted)
                .evidence(from, (from.kind() == ResourceKind.CLAIM ? "requested " : "restoreSize ") + needed)
                .safe(
                        "Recreate the claim with at least that size: it has no data yet, and cannot be changed.",
                        KubectlCommands.delete(claim))
                .build();
    }

    private static Optional<Finding> otherDriver(KubeResource claim, KubeResource from, String made, String asked) {
        return draft(
                        claim,
                        FindingRank.CAUSE,
                        "%s is provisioned by driver %s, but its data source %s belongs to driver %s."
                                .formatted(claim.title(), asked, from.title(), made))
                .actor(ResponsibleParty.USER)
                .evidence(from, "driver " + made)
                .evidence(claim, "storageClassName " + claim.text("/spec/storageClassName") + " of driver " + asked)
                .advice("Use a class of driver " + made + ".")
                .build();
    }

    /// What the provisioner reports about the source, for problems that the objects do not show.
    private static Optional<Finding> told(KubeResource claim, VolumeChain volumeChain) {
        return ObservedEvent.about(claim, volumeChain)
                .filter(each -> each.text().contains("error getting handle for DataSource"))
                .findFirst()
                .flatMap(told -> draft(
                                claim,
                                FindingRank.TOLD,
                                "%s cannot be provisioned from its data source: %s"
                                        .formatted(
                                                claim.title(),
                                                DriverMessages.plain(
                                                        told.text().replaceFirst(".*by Name [^:]*: ", ""))))
                        .actor(ResponsibleParty.USER)
                        .event(told)
                        .safe("Show the claim.", KubectlCommands.describe(claim))
                        .build());
    }

    private static FindingBuilder draft(KubeResource claim, FindingRank findingRank, String verdict) {
        return FindingBuilder.of(WORD, findingRank, LinkKind.SNAPSHOT, verdict)
                .since(claim, "/metadata/creationTimestamp");
    }
}
