package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
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
import java.util.List;
import java.util.Optional;

/// A pod does not go because its volumes cannot be unmounted.
public final class StuckPod implements Situation {
    private static final Duration USUAL = Duration.ofSeconds(30);

    @Override
    public Optional<Finding> in(Strand strand) {
        boolean ready = strand.node().map(Nodes::isReady).orElse(false);
        return strand.pod()
                .filter(pod -> pod.isDeleting() && ready)
                .flatMap(pod ->
                        pod.list("/metadata/finalizers").findAny().isPresent() ? held(pod) : unmounting(pod, strand));
    }

    private static Optional<Finding> held(Thing pod) {
        List<String> finalizers =
                pod.list("/metadata/finalizers").map(each -> each.asText("")).toList();
        return Draft.of(
                        "pod-held",
                        Weight.CAUSE,
                        Part.POD,
                        "%s is being deleted and held by %s.".formatted(pod.title(), String.join(", ", finalizers)))
                .actor(Actor.CLUSTER_ADMIN)
                .shows(pod, "finalizers " + finalizers)
                .since(pod, "/metadata/deletionTimestamp")
                .advice("Whoever set the finalizer takes it away when its work is done: see whether that controller"
                        + " runs.")
                .safe("See the pod.", Commands.yaml(pod))
                .found();
    }

    private static Optional<Finding> unmounting(Thing pod, Strand strand) {
        boolean runs = pod.list("/status/containerStatuses")
                .anyMatch(each -> each.at("/state/running").isObject());
        boolean lasts = pod.time("/metadata/deletionTimestamp")
                .map(end -> strand.since(end).compareTo(USUAL) > 0)
                .orElse(false);
        if (runs || !lasts) {
            return waiting(pod, runs);
        }
        boolean missing = NotRegistered.isMissing(strand);
        String why = missing
                ? "driver " + strand.driver() + ", which must unmount its volume, is no longer registered there"
                : "its containers have ended and its volumes cannot be unmounted";
        Draft draft = Draft.of(
                        "pod-not-unmounted",
                        Weight.CAUSE,
                        missing ? Part.REGISTRATION : Part.MOUNT,
                        "%s does not go from node %s: %s.".formatted(pod.title(), Uses.node(pod), why))
                .actor(missing ? Actor.STORAGE_ADMIN : Actor.CLUSTER_ADMIN)
                .shows(pod, "to be gone by " + pod.text("/metadata/deletionTimestamp") + ", no container runs")
                .since(pod, "/metadata/deletionTimestamp");
        strand.csiNode()
                .filter(_ -> missing)
                .ifPresent(each -> draft.shows(each, "drivers do not include " + strand.driver()));
        LeftMount.checks(draft, pod.uid());
        return draft.dangerous(
                        "Delete the pod by force, after everything was unmounted by hand.",
                        Commands.delete(pod) + " --force --grace-period=0",
                        "the cluster forgets the pod while its volume may still be mounted and written to")
                .found();
    }

    private static Optional<Finding> waiting(Thing pod, boolean runs) {
        long grace = pod.json().at("/metadata/deletionGracePeriodSeconds").asLong(30);
        return Draft.of(
                        "pod-ending",
                        Weight.WAITING,
                        Part.POD,
                        "%s is being deleted: %s."
                                .formatted(
                                        pod.title(),
                                        runs ? "its containers have time to end" : "its volumes are being unmounted"))
                .shows(pod, "to be gone by " + pod.text("/metadata/deletionTimestamp"))
                .since(pod, "/metadata/deletionTimestamp")
                .usual(Duration.ofSeconds(Math.clamp(grace, 0, 3600)).plus(USUAL))
                .found();
    }
}
