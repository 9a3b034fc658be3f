package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.ClaimUsers;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.Locale;
import java.util.Optional;

/// The kernel does not mount what is on the volume.
public final class UnmountableFileSystem implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return KubeletMountEvents.of(volumeChain)
                .filter(MountErrorPattern.FILE_SYSTEM::in)
                .findFirst()
                .flatMap(told -> finding(told, volumeChain));
    }

    private static Optional<Finding> finding(ObservedEvent told, VolumeChain volumeChain) {
        Kind kind = Kind.of(told.text().toLowerCase(Locale.ROOT), volumeChain);
        String type =
                volumeChain.volume().map(each -> each.text("/spec/csi/fsType")).orElse("");
        String verdict = "Node %s cannot mount the %sfile system of %s: %s."
                .formatted(
                        volumeChain.pod().map(ClaimUsers::node).orElse(""),
                        type.isEmpty() ? "" : type + " ",
                        volumeChain.volume().map(KubeResource::title).orElse("the volume"),
                        kind.text);
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "file-system-refused", FindingRank.TOLD, LinkKind.MOUNT, verdict)
                .actor(kind.responsibleParty)
                .event(told)
                .since(told.event().last())
                .advice(kind.advice);
        volumeChain
                .volume()
                .filter(each -> !each.json().at("/spec/mountOptions").isMissingNode())
                .ifPresent(each -> findingBuilder.evidence(
                        each, "mountOptions " + each.json().at("/spec/mountOptions")));
        volumeChain
                .node()
                .ifPresent(node -> findingBuilder
                        .evidence(node, "kernel " + node.text("/status/nodeInfo/kernelVersion"))
                        .safe(
                                "Read what the kernel said; it tells which of these it is.",
                                "kubectl debug node/" + KubectlCommands.quoted(node.name())
                                        + " -it --image=busybox -- chroot /host dmesg"));
        return kind == Kind.UNCLEAR ? broken(findingBuilder).build() : findingBuilder.build();
    }

    private static FindingBuilder broken(FindingBuilder findingBuilder) {
        return findingBuilder.dangerous(
                "If the kernel tells of damage: make a snapshot or copy first, then repair the device with fsck or"
                        + " xfs_repair while it is mounted nowhere.",
                "",
                "repairing throws away what it cannot make sense of; without a copy that is lost");
    }

    private enum Kind {
        TWIN(
                "the volume is a copy, and most likely its original with the same UUID is mounted there",
                ResponsibleParty.STORAGE_ADMIN,
                "XFS refuses twins: the driver should mount copies with nouuid, or give them a new UUID; mountOptions"
                        + " [nouuid] in the class does it for new volumes. Or let the pods run on different nodes."),
        STRANGE(
                "the kernel there does not know this kind",
                ResponsibleParty.CLUSTER_ADMIN,
                "Load or install the kernel module of that file system on the node, or ask for another fsType in the"
                        + " class."),
        TOO_NEW(
                "it was made with features that the kernel there does not know",
                ResponsibleParty.STORAGE_ADMIN,
                "The driver's mkfs is newer than the node's kernel: use an older mkfs or switch the new features off,"
                        + " or a newer kernel."),
        UNCLEAR(
                "it is damaged, was made by a newer mkfs than the kernel knows, or a mount option is wrong",
                ResponsibleParty.STORAGE_ADMIN,
                "See the kernel's words on the node: 'duplicate UUID' is a copy beside its original, 'unsupported"
                        + " feature' a newer mkfs, anything about corruption is damage.");

        private final String text;
        private final ResponsibleParty responsibleParty;
        private final String advice;

        Kind(String text, ResponsibleParty responsibleParty, String advice) {
            this.text = text;
            this.responsibleParty = responsibleParty;
            this.advice = advice;
        }

        static Kind of(String told, VolumeChain volumeChain) {
            boolean copiedXfs = volumeChain
                            .volume()
                            .map(each -> each.text("/spec/csi/fsType").equals("xfs"))
                            .orElse(false)
                    && volumeChain
                            .claim()
                            .map(each -> each.json().at("/spec/dataSource").isObject()
                                    || each.json().at("/spec/dataSourceRef").isObject())
                            .orElse(false);
            if (told.contains("duplicate uuid") || copiedXfs) {
                return TWIN;
            }
            if (told.contains("unknown filesystem type")) {
                return STRANGE;
            }
            return told.contains("unsupported") ? TOO_NEW : UNCLEAR;
        }
    }
}
