package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.time.Duration;
import java.util.Optional;

/// The kubelet gives every file of the volume to the pod's group, and there are many.
public final class SlowOwnership implements Situation {
    private static final String REASON = "VolumePermissionChangeInProgress";
    private static final String WORDS = "Setting volume ownership for ";
    private static final Duration USUAL = Duration.ofMinutes(5);

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.pod()
                .filter(Uses::isStarting)
                .flatMap(pod -> Heard.about(pod, strand)
                        .filter(each -> each.isBecause(REASON) || each.text().startsWith(WORDS))
                        .filter(each -> strand.volume()
                                .map(volume -> each.text().contains(volume.name()) || !namesVolume(each.text()))
                                .orElse(true))
                        .findFirst()
                        .flatMap(told -> finding(pod, told, strand)));
    }

    /// The path that it tells ends with the volume's name, or with `mount` below it.
    private static boolean namesVolume(String text) {
        return text.contains("kubernetes.io~csi/");
    }

    private static Optional<Finding> finding(Thing pod, Heard told, Strand strand) {
        String group = pod.text("/spec/securityContext/fsGroup");
        String verdict = "Nothing is wrong: %s waits while node %s gives all files of %s to group %s."
                .formatted(
                        pod.title(),
                        Uses.node(pod),
                        strand.volume().map(Thing::title).orElse("its volume"),
                        group.isEmpty() ? "of the pod" : group);
        Draft draft = Draft.of("ownership-change", Weight.WAITING, Part.MOUNT, verdict)
                .actor(Actor.NOBODY)
                .told(told)
                .shows(
                        pod,
                        "fsGroup " + group + ", fsGroupChangePolicy "
                                + pod.json()
                                        .at("/spec/securityContext/fsGroupChangePolicy")
                                        .asText("Always"))
                .since(pod, "/status/startTime")
                .usual(USUAL);
        return draft.advice("It takes as long as there are files. With securityContext.fsGroupChangePolicy:"
                        + " OnRootMismatch in the pod it is done the first time only.")
                .found();
    }
}
