package dev.stowage.explain.cause.attach;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Attachments;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;

/// A volume that must be attached has no attachment.
public final class NoAttachment implements Situation {
    private static final String MANAGED = "volumes.kubernetes.io/controller-managed-attach-detach";
    private static final Duration USUAL = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Override
    public Optional<Finding> in(Strand strand) {
        boolean asked = strand.attachment().isEmpty()
                && strand.picture().sees(Sort.ATTACHMENT)
                && Attachments.areNeeded(strand)
                && strand.claim()
                        .map(claim -> claim.text("/status/phase").equals("Bound"))
                        .orElse(false);
        if (!asked || heldElsewhere(strand)) {
            return Optional.empty();
        }
        return strand.pod()
                .filter(Uses::isStarting)
                .flatMap(pod -> strand.node().flatMap(node -> finding(pod, node, strand)));
    }

    private static boolean heldElsewhere(Strand strand) {
        return strand.volume()
                .filter(Attachments::isExclusive)
                .map(volume -> !Attachments.of(volume, strand.picture()).isEmpty())
                .orElse(false);
    }

    private static Optional<Finding> finding(Thing pod, Thing node, Strand strand) {
        String volume = strand.volume().map(Thing::title).orElse("the volume");
        if (node.annotation(MANAGED).isEmpty()) {
            return draft(
                            Weight.CAUSE,
                            volume + " is attached to node " + node.name()
                                    + " by nobody: the node does not leave attaching to the cluster.",
                            pod)
                    .actor(Actor.CLUSTER_ADMIN)
                    .shows(node, "no annotation " + MANAGED)
                    .advice("Set enableControllerAttachDetach: true in the kubelet's configuration there.")
                    .safe("See the node.", Commands.describe(node))
                    .found();
        }
        Duration age = pod.time("/status/startTime")
                .or(() -> pod.time("/metadata/creationTimestamp"))
                .map(strand::since)
                .orElse(Duration.ZERO);
        if (age.compareTo(PATIENCE) < 0) {
            return draft(Weight.WAITING, volume + " is about to be attached to node " + node.name() + ".", pod)
                    .shows(pod, "on node " + node.name())
                    .usual(USUAL)
                    .found();
        }
        return draft(
                        Weight.CAUSE,
                        "Nobody asks for " + volume + " to be attached to node " + node.name()
                                + ": the cluster's attach/detach controller does not work.",
                        pod)
                .actor(Actor.CLUSTER_ADMIN)
                .shows(pod, "on node " + node.name() + ", and there is no attachment of its volume to it")
                .safe("See whether the cluster's controllers run.", "kubectl -n kube-system get pods,leases")
                .found();
    }

    private static Draft draft(Weight weight, String verdict, Thing pod) {
        return Draft.of("no-attachment", weight, Part.ATTACHMENT, verdict).since(pod, "/status/startTime");
    }
}
