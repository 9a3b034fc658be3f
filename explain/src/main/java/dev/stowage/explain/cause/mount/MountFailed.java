package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.util.Optional;

/// A mount failure without a more specific cause: the message of the kubelet or the driver is the explanation.
final class MountFailed implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        Optional<ObservedEvent> own = KubeletMountEvents.of(volumeChain)
                .filter(each -> isNew(each, volumeChain))
                .findFirst();
        return own.isPresent()
                ? own.flatMap(told -> own(told, volumeChain))
                : KubeletMountEvents.all(volumeChain)
                        .filter(each -> isNew(each, volumeChain) && !isClaimed(each, volumeChain))
                        .findFirst()
                        .flatMap(MountFailed::other);
    }

    /// Errors of the attachment have their own causes.
    private static boolean isNew(ObservedEvent told, VolumeChain volumeChain) {
        boolean attaching = told.hasReason(VolumeEventReasons.FAILED_ATTACH_VOLUME)
                && volumeChain.attachment().isPresent();
        return !attaching && !MountErrorPattern.areKnown(told);
    }

    /// It belongs to another claim, which has its own chain.
    private static boolean isClaimed(ObservedEvent told, VolumeChain volumeChain) {
        return volumeChain
                .clusterState()
                .find(ResourceKind.VOLUME, KubeletMountEvents.volume(told.text()))
                .isPresent();
    }

    private static Optional<Finding> own(ObservedEvent told, VolumeChain volumeChain) {
        String why = KubeletMountEvents.why(told.text());
        String code = DriverMessages.code(why);
        boolean driver = !code.isEmpty();
        String verdict = "%s cannot be mounted for %s on node %s: %s"
                .formatted(
                        volumeChain.volume().map(KubeResource::title).orElse("A volume"),
                        told.about().title(),
                        ClaimUsers.node(told.about()),
                        DriverMessages.plain(why));
        return FindingBuilder.of("mount-refused", FindingRank.TOLD, LinkKind.MOUNT, verdict)
                .actor(driver ? ResponsibleParty.STORAGE_ADMIN : ResponsibleParty.CLUSTER_ADMIN)
                .event(told)
                .since(told.event().last())
                .advice(
                        driver
                                ? advice(code, volumeChain.driver())
                                : "This is the kubelet's error message; mounting is retried.")
                .safe("Show all events of the pod.", KubectlCommands.describe(told.about()))
                .build();
    }

    private static String advice(String code, String driver) {
        return switch (code) {
            case "InvalidArgument" ->
                "Driver " + driver + " rejects the request: check mountOptions and parameters of the class.";
            case "NotFound" ->
                "Driver " + driver
                        + " cannot find the volume on that node: it was deleted outside of the cluster, or is on another node.";
            case "FailedPrecondition" ->
                "Driver " + driver + " expects an earlier step: the volume is not attached or not staged.";
            case "Unavailable" ->
                "Driver " + driver + " does not respond on that node: check whether its pod there runs.";
            // Status names are external input and may be any text.
            default -> "This is the error message of driver " + driver + ": check the log of its pod on that node.";
        };
    }

    /// The pod has several volumes, and the message is about another one.
    private static Optional<Finding> other(ObservedEvent told) {
        String verdict = "%s is waiting for another of its volumes, %s: %s"
                .formatted(
                        told.about().title(),
                        KubeletMountEvents.volume(told.text()),
                        DriverMessages.plain(KubeletMountEvents.why(told.text())));
        return FindingBuilder.of("other-volume", FindingRank.TOLD, LinkKind.MOUNT, verdict)
                .actor(ResponsibleParty.USER)
                .event(told)
                .since(told.event().last())
                .safe("Show the pod and its volumes.", KubectlCommands.describe(told.about()))
                .build();
    }
}
