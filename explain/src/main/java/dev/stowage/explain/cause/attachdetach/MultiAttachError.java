package dev.stowage.explain.cause.attachdetach;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.VolumeAttachments;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.Optional;
import java.util.regex.Pattern;

/// A single-node volume is still attached to another node.
final class MultiAttachError implements Cause {
    static final String WORD = "multi-attach";

    /// The texts before 1.37, and since then.
    private static final Pattern WORDS = Pattern.compile("(Multi-Attach error|Waiting for detach) for volume");

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        Optional<KubeResource> pod = volumeChain.pod().filter(ClaimUsers::isStarting);
        if (pod.isEmpty()
                || volumeChain
                        .attachment()
                        .filter(VolumeAttachments::isAttached)
                        .isPresent()) {
            return Optional.empty();
        }
        KubeResource waiting = pod.get();
        Optional<ObservedEvent> told = ObservedEvent.about(waiting, volumeChain)
                .filter(each -> each.matches(WORDS) && concerns(each.text(), volumeChain))
                .findFirst();
        return volumeChain
                .volume()
                .filter(VolumeAttachments::isExclusive)
                .flatMap(volume -> elsewhere(volume, waiting, volumeChain)
                        .map(other -> new AttachedElsewhere(volumeChain, waiting, volume, other, told)))
                .map(AttachedElsewhere::finding)
                .orElseGet(() -> told.filter(_ -> !volumeChain.clusterState().isListed(ResourceKind.ATTACHMENT))
                        .flatMap(observedEvent -> AttachedElsewhere.fromEvent(waiting, observedEvent)));
    }

    private static Optional<KubeResource> elsewhere(KubeResource volume, KubeResource pod, VolumeChain volumeChain) {
        return VolumeAttachments.of(volume, volumeChain.clusterState()).stream()
                .filter(each -> !VolumeAttachments.node(each).equals(ClaimUsers.node(pod)))
                .filter(each -> VolumeAttachments.isAttached(each) || each.isDeleting())
                // The driver's error message is more specific than this cause.
                .filter(each -> each.text("/status/detachError/message").isEmpty())
                .findFirst();
    }

    private static boolean concerns(String text, VolumeChain volumeChain) {
        return volumeChain
                .volume()
                .map(volume -> text.contains("\"" + volume.name() + "\""))
                .orElse(true);
    }
}
