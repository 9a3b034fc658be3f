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
import java.util.stream.Stream;

/// The driver does not detach a volume from a node, and the attachment says why.
final class DetachFailed implements Cause {
    private static final String ERROR = "/status/detachError/message";

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return Stream.concat(
                        volumeChain.attachment().stream(),
                        volumeChain.volume().stream()
                                .flatMap(volume -> VolumeAttachments.of(volume, volumeChain.clusterState()).stream()))
                .filter(each -> each.isDeleting() && !each.text(ERROR).isEmpty())
                .findFirst()
                .flatMap(DetachFailed::finding);
    }

    private static Optional<Finding> finding(KubeResource attachment) {
        String error = attachment.text(ERROR);
        DriverErrorAdvice driverErrorAdvice = DriverErrorAdvice.of(error);
        String verdict = "Driver %s cannot detach pv/%s from node %s: %s"
                .formatted(
                        attachment.text("/spec/attacher"),
                        VolumeAttachments.volume(attachment),
                        VolumeAttachments.node(attachment),
                        DriverMessages.plain(error));
        return FindingBuilder.of("detach-refused", FindingRank.CAUSE, LinkKind.ATTACHMENT, verdict)
                .actor(driverErrorAdvice.responsibleParty())
                .evidence(attachment, "detachError: " + error)
                .since(attachment, "/metadata/deletionTimestamp")
                .advice(driverErrorAdvice.advice())
                .safe("Check the attachment; detaching is retried.", KubectlCommands.yaml(attachment))
                .dangerous(
                        "If the storage shows that the volume is no longer attached, remove the finalizers of the attachment.",
                        KubectlCommands.on("patch", attachment)
                                + " --type=merge -p '{\"metadata\":{\"finalizers\":null}}'",
                        "if it is still attached, another node can attach it at the same time, and the file"
                                + " system is corrupted")
                .build();
    }
}
