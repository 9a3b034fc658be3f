package dev.stowage.explain.cause.schedule;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Every node has as many of the driver's volumes as it can take.
final class AttachLimit implements Situation {
    private static final Pattern EXCEEDED = Pattern.compile("exceed max volume count");
    private static final int MOST_TOLD = 5;

    @Override
    public Optional<Finding> in(Strand strand) {
        return Unplaced.in(strand)
                .filter(pod -> pod.says(EXCEEDED))
                .filter(pod -> !strand.driver().isEmpty())
                .flatMap(AttachLimit::judge);
    }

    private static Optional<Finding> judge(Unplaced pod) {
        Strand strand = pod.strand();
        Draft draft = Draft.of(
                        "attach-limit",
                        Weight.CAUSE,
                        Part.NODE,
                        "No node takes one more volume of " + strand.driver() + " for "
                                + pod.pod().title() + ": each has as many as it can.")
                .actor(Actor.CLUSTER_ADMIN);
        strand.picture().all(Sort.CSI_NODE).stream()
                .filter(node -> limit(node, strand.driver()).isPresent())
                .limit(MOST_TOLD)
                .forEach(node -> draft.shows(
                        node,
                        "allocatable.count of " + strand.driver() + ": "
                                + limit(node, strand.driver()).orElse(0) + ", in use: " + used(strand, node.name())));
        return pod.tell(draft)
                .safe("What is attached where.", "kubectl get volumeattachments")
                .advice("Add a node, or remove pods that no longer need their volumes.")
                .found();
    }

    private static OptionalLong limit(Thing csiNode, String driver) {
        return csiNode.list("/spec/drivers")
                .filter(each -> each.path("name").asText("").equals(driver))
                .filter(each -> each.at("/allocatable/count").isNumber())
                .mapToLong(each -> each.at("/allocatable/count").asLong())
                .findFirst();
    }

    /// Volumes of the node's pods, whether attached already or about to be.
    private static long used(Strand strand, String node) {
        return strand.picture().all(Sort.POD).stream()
                .filter(pod -> pod.text("/spec/nodeName").equals(node))
                .filter(pod -> !Uses.isOver(pod))
                .flatMap(pod -> pod.list("/spec/volumes")
                        .map(volume -> Uses.claimOf(pod, volume))
                        .flatMap(name -> strand.picture().find(Sort.CLAIM, pod.namespace(), name).stream()))
                .flatMap(claim -> strand.picture().find(Sort.VOLUME, claim.text("/spec/volumeName")).stream())
                .filter(volume -> volume.text("/spec/csi/driver").equals(strand.driver()))
                .map(Thing::name)
                .distinct()
                .count();
    }
}
