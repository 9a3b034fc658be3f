package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Attachments;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Nodes;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.cause.attach.NotRegistered;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;

/// All is there, and the node is at work.
public final class BeingMounted implements Situation {
    private static final Duration USUAL = Duration.ofSeconds(15);

    @Override
    public Optional<Finding> in(Strand strand) {
        boolean there = (!Attachments.areNeeded(strand)
                        || strand.attachment().map(Attachments::isAttached).orElse(false))
                && strand.node().map(Nodes::isReady).orElse(false)
                && !NotRegistered.isMissing(strand)
                && Failures.all(strand).findAny().isEmpty();
        return strand.volume()
                .filter(_ -> there)
                .flatMap(volume -> strand.pod()
                        .filter(Uses::isStarting)
                        .filter(BeingMounted::makesContainers)
                        .flatMap(pod -> finding(pod, volume)));
    }

    private static boolean makesContainers(Thing pod) {
        return pod.list("/status/containerStatuses")
                .map(each -> each.at("/state/waiting/reason").asText("ContainerCreating"))
                .allMatch(reason -> reason.equals("ContainerCreating") || reason.equals("PodInitializing"));
    }

    private static Optional<Finding> finding(Thing pod, Thing volume) {
        return Draft.of(
                        "being-mounted",
                        Weight.WAITING,
                        Part.MOUNT,
                        "Node %s mounts %s and makes the containers of %s."
                                .formatted(Uses.node(pod), volume.title(), pod.title()))
                .shows(pod, "phase " + Uses.phase(pod) + ", no failure told")
                .since(pod, "/status/startTime")
                .usual(USUAL)
                .found();
    }
}
