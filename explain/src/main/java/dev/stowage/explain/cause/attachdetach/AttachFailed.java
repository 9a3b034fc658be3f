package dev.stowage.explain.cause.attachdetach;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.VolumeAttachments;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.Optional;

/// The driver does not attach a volume, and the attachment says why.
final class AttachFailed implements Cause {
    private static final String ERROR = "/status/attachError/message";

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .attachment()
                .filter(each -> !each.text(ERROR).isEmpty())
                .filter(each -> !VolumeAttachments.isAttached(each) && !each.isDeleting())
                .filter(each -> !NodeAttachLimitReached.isReached(each)
                        && !DriverNotRegistered.isTheReason(each.text(ERROR), volumeChain))
                .flatMap(each -> finding(each, volumeChain));
    }

    private static Optional<Finding> finding(KubeResource attachment, VolumeChain volumeChain) {
        String error = attachment.text(ERROR);
        DriverErrorAdvice driverErrorAdvice = DriverErrorAdvice.of(error);
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "attach-refused",
                        FindingRank.CAUSE,
                        LinkKind.ATTACHMENT,
                        "Driver %s cannot attach pv/%s to node %s: %s"
                                .formatted(
                                        attachment.text("/spec/attacher"),
                                        VolumeAttachments.volume(attachment),
                                        VolumeAttachments.node(attachment),
                                        DriverMessages.plain(error)))
                .actor(driverErrorAdvice.responsibleParty())
                .evidence(attachment, "attachError: " + error)
                .since(attachment, "/status/attachError/time")
                .advice(driverErrorAdvice.advice())
                .safe("Check the attachment; attaching is retried with back-off.", KubectlCommands.yaml(attachment));
        volumeChain
                .volume()
                .ifPresent(volume -> findingBuilder.safe("Check the volume.", KubectlCommands.yaml(volume)));
        return findingBuilder.build();
    }
}
