package dev.stowage.explain.cause.attachdetach;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.VolumeAttachments;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// An attachment that no attacher processes, or that the driver does not finish.
final class AttacherNotRunning implements Cause {
    private static final String WORD = "attacher-missing";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final Pattern WORDS = Pattern.compile("timed out waiting for external-attacher of");

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .attachment()
                .filter(each -> !VolumeAttachments.isAttached(each) && !each.isDeleting())
                .filter(each -> each.text("/status/attachError/message").isEmpty())
                .flatMap(each -> finding(each, volumeChain));
    }

    private static Optional<Finding> finding(KubeResource attachment, VolumeChain volumeChain) {
        Duration age = attachment
                .time("/metadata/creationTimestamp")
                .map(volumeChain::since)
                .orElse(LONG);
        boolean taken = VolumeAttachments.hasAttacherFinalizer(attachment);
        if (age.compareTo(taken ? LONG : PATIENCE) < 0) {
            return waiting(attachment);
        }
        return taken ? hanging(attachment) : missing(attachment, volumeChain);
    }

    private static Optional<Finding> waiting(KubeResource attachment) {
        return FindingBuilder.of(
                        "attaching",
                        FindingRank.WAITING,
                        LinkKind.ATTACHMENT,
                        "pv/%s is being attached to node %s by driver %s."
                                .formatted(
                                        VolumeAttachments.volume(attachment),
                                        VolumeAttachments.node(attachment),
                                        driver(attachment)))
                .evidence(attachment, "attached: false, no error yet")
                .since(attachment, "/metadata/creationTimestamp")
                .usual(USUAL)
                .build();
    }

    private static Optional<Finding> hanging(KubeResource attachment) {
        return FindingBuilder.of(
                        "attach-hangs",
                        FindingRank.CAUSE,
                        LinkKind.ATTACHMENT,
                        "The attacher of driver %s accepted %s but neither finishes nor fails: the driver's controller does not respond."
                                .formatted(driver(attachment), attachment.title()))
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .evidence(attachment, "attached: false, no error, finalizer of the attacher set")
                .since(attachment, "/metadata/creationTimestamp")
                .advice("Check the logs of the attacher and of the driver's controller; restarting them is safe.")
                .safe("Check the attachment.", KubectlCommands.yaml(attachment))
                .build();
    }

    private static Optional<Finding> missing(KubeResource attachment, VolumeChain volumeChain) {
        String driver = driver(attachment);
        boolean undeclared = volumeChain.csiDriver().isEmpty();
        String why = undeclared
                ? "; without csidriver/" + driver + ", Kubernetes assumes that volumes must be attached"
                : "";
        FindingBuilder findingBuilder = FindingBuilder.of(
                        WORD,
                        FindingRank.CAUSE,
                        LinkKind.ATTACHMENT,
                        "Volumes of driver %s are not attached: no attacher has accepted %s%s."
                                .formatted(driver, attachment.title(), why))
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .evidence(attachment, "attached: false, no error, no finalizer of an attacher")
                .since(attachment, "/metadata/creationTimestamp");
        volumeChain
                .csiDriver()
                .ifPresent(
                        each -> findingBuilder.evidence(each, "attachRequired: " + each.text("/spec/attachRequired")));
        lease(driver, volumeChain)
                .ifPresent(each -> findingBuilder.evidence(
                        each,
                        "held by " + each.text("/spec/holderIdentity") + ", renewed " + each.text("/spec/renewTime")));
        volumeChain.pod().stream()
                .flatMap(pod -> ObservedEvent.about(pod, volumeChain))
                .filter(each -> each.matches(WORDS))
                .findFirst()
                .ifPresent(findingBuilder::event);
        return findingBuilder
                .safe("Check whether the csi-attacher of the driver's controller runs.", "kubectl get pods -A -o wide")
                .safe(
                        "Check the driver's CSIDriver object.",
                        "kubectl get csidriver " + KubectlCommands.quoted(driver) + " -o yaml")
                .dangerous(
                        "If the documentation of the driver says that it needs no attaching, declare it with"
                                + " attachRequired: false.",
                        "",
                        "for a driver that needs it, mounts fail and a volume can be used on two" + " nodes at once")
                .build();
    }

    private static Optional<KubeResource> lease(String driver, VolumeChain volumeChain) {
        String name =
                "external-attacher-leader-" + driver.toLowerCase(Locale.ROOT).replace('.', '-');
        return volumeChain.clusterState().all(ResourceKind.LEASE).stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private static String driver(KubeResource attachment) {
        return attachment.text("/spec/attacher");
    }
}
