package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;

/// Snapshots are asked for, and nobody is there who makes them.
public final class Unserved implements Situation {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofSeconds(5);
    private static final String INSTALL = "Snapshots are no part of Kubernetes itself: install the CRDs and the"
            + " snapshot-controller of kubernetes-csi/external-snapshotter, or run `stowage snapshot-controller`.";

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.snapshot()
                .filter(each -> !each.isDeleting())
                .filter(each -> !each.text("/status/readyToUse").equals("true"))
                .filter(each -> each.text("/status/error/message").isEmpty())
                .flatMap(each -> judge(each, strand));
    }

    private static Optional<Finding> judge(Thing snapshot, Strand strand) {
        boolean touched =
                snapshot.json().at("/status/boundVolumeSnapshotContentName").isTextual()
                        || snapshot.list("/metadata/finalizers").findAny().isPresent()
                        || !strand.picture().happenings(snapshot).isEmpty();
        if (!touched) {
            return isYoung(snapshot, strand) ? Optional.empty() : noController(snapshot);
        }
        return strand.content()
                .filter(each -> each.text("/status/error/message").isEmpty())
                .filter(each -> each.json().path("status").isMissingNode()
                        || each.json().path("status").isEmpty())
                .filter(each -> each.json().at("/metadata/annotations").isMissingNode()
                        || each.annotation(BeingMade.MARK).isEmpty())
                .filter(each -> !isYoung(each, strand))
                .flatMap(each -> noSidecar(snapshot, each));
    }

    private static boolean isYoung(Thing thing, Strand strand) {
        return thing.time("/metadata/creationTimestamp")
                .map(born -> strand.since(born).compareTo(PATIENCE) < 0)
                .orElse(false);
    }

    private static Optional<Finding> noController(Thing snapshot) {
        return Draft.of(
                        "snapshot-controller-missing",
                        Weight.CAUSE,
                        Part.SNAPSHOT,
                        "Nobody has looked at %s: the cluster's snapshot controller does not work."
                                .formatted(snapshot.title()))
                .actor(Actor.CLUSTER_ADMIN)
                .shows(snapshot, "no status, no finalizer, nothing told")
                .since(snapshot, "/metadata/creationTimestamp")
                .usual(USUAL)
                .advice(INSTALL)
                .safe("See whether it runs.", "kubectl get pods -A")
                .found();
    }

    private static Optional<Finding> noSidecar(Thing snapshot, Thing content) {
        String driver = content.text("/spec/driver");
        return Draft.of(
                        "snapshotter-missing",
                        Weight.CAUSE,
                        Part.SNAPSHOT,
                        "Nobody makes snapshots for driver %s: no snapshotter has taken %s of %s."
                                .formatted(driver, content.title(), snapshot.title()))
                .actor(Actor.STORAGE_ADMIN)
                .shows(content, "no status, for driver " + driver)
                .since(content, "/metadata/creationTimestamp")
                .usual(USUAL)
                .safe("Find the driver's controller and see whether its csi-snapshotter runs.", "kubectl get pods -A")
                .safe("See whether the class names the right driver.", Commands.yaml(content))
                .found();
    }

    /// The server has no such sort of objects.
    static boolean isUnknown(Picture picture, Sort sort) {
        return picture.unseen().getOrDefault(sort, "").contains("has no ");
    }

    static Optional<Finding> unknown(Thing claim) {
        return Draft.of(
                        "snapshots-not-installed",
                        Weight.CAUSE,
                        Part.SNAPSHOT,
                        "%s is to be made from a snapshot, and this cluster has no snapshots.".formatted(claim.title()))
                .actor(Actor.CLUSTER_ADMIN)
                .shows(claim, "dataSource " + claim.json().at("/spec/dataSource"))
                .since(claim, "/metadata/creationTimestamp")
                .advice(INSTALL)
                .safe("See which are there.", "kubectl get crds")
                .found();
    }
}
