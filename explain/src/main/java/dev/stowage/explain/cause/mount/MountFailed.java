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
import java.util.Optional;

/// A volume is not mounted for a reason that nobody else here knows: what the kubelet or the driver said has to do.
public final class MountFailed implements Cause {

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

    /// What the attachment itself says is told elsewhere.
    private static boolean isNew(ObservedEvent told, VolumeChain volumeChain) {
        boolean attaching =
                told.hasReason("FailedAttachVolume") && volumeChain.attachment().isPresent();
        return !attaching && !MountErrorPattern.areKnown(told);
    }

    /// It belongs to another claim, which is looked at by itself.
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
        String verdict = "%s cannot be mounted for %s at node %s: %s"
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
                                : "These are the kubelet's own words; it tries again.")
                .safe("See all that was told about the pod.", KubectlCommands.describe(told.about()))
                .build();
    }

    private static String advice(String code, String driver) {
        return switch (code) {
            case "InvalidArgument" ->
                "Driver " + driver
                        + " does not accept what it is asked for: see mountOptions and parameters of the class.";
            case "NotFound" ->
                "Driver " + driver
                        + " does not find the volume at that node: it was removed behind the cluster's back, or is elsewhere.";
            case "FailedPrecondition" ->
                "Driver " + driver + " misses a step before this one: an attachment, or a staged volume.";
            case "Unavailable" -> "Driver " + driver + " does not answer at that node: see whether its pod there runs.";
            // The names of statuses come from outside: any text may stand here.
            default -> "These are the words of driver " + driver + ": see the log of its pod at that node.";
        };
    }

    /// The pod has several volumes, and another one is the matter.
    private static Optional<Finding> other(ObservedEvent told) {
        String verdict = "%s waits for another of its volumes, %s: %s"
                .formatted(
                        told.about().title(),
                        KubeletMountEvents.volume(told.text()),
                        DriverMessages.plain(KubeletMountEvents.why(told.text())));
        return FindingBuilder.of("other-volume", FindingRank.TOLD, LinkKind.MOUNT, verdict)
                .actor(ResponsibleParty.USER)
                .event(told)
                .since(told.event().last())
                .safe("See the pod and its volumes.", KubectlCommands.describe(told.about()))
                .build();
    }
}
