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

/// The kernel cannot mount the file system on the volume.
final class UnmountableFileSystem implements Cause {

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
                                "Read the kernel log; it shows which of these it is.",
                                "kubectl debug node/" + KubectlCommands.quoted(node.name())
                                        + " -it --image=busybox -- chroot /host dmesg"));
        return kind == Kind.UNCLEAR ? broken(findingBuilder).build() : findingBuilder.build();
    }

    private static FindingBuilder broken(FindingBuilder findingBuilder) {
        return findingBuilder.dangerous(
                "If the kernel reports corruption: take a snapshot or copy first, then repair the device with fsck or"
                        + " xfs_repair while it is not mounted anywhere.",
                "",
                "repairing deletes what it cannot recover; without a copy that data is lost");
    }

    private enum Kind {
        TWIN(
                "the volume is a clone, and probably its source with the same UUID is mounted there",
                ResponsibleParty.STORAGE_ADMIN,
                "XFS rejects duplicate UUIDs: the driver should mount clones with nouuid, or set a new UUID; mountOptions"
                        + " [nouuid] in the class does this for new volumes. Or run the pods on different nodes."),
        STRANGE(
                "the kernel there does not support this file system",
                ResponsibleParty.CLUSTER_ADMIN,
                "Load or install the kernel module of that file system on the node, or set another fsType in the"
                        + " class."),
        TOO_NEW(
                "it was created with features that the kernel there does not support",
                ResponsibleParty.STORAGE_ADMIN,
                "The driver's mkfs is newer than the node's kernel: use an older mkfs, disable the new features,"
                        + " or use a newer kernel."),
        UNCLEAR(
                "it is corrupted, was created by a newer mkfs than the kernel supports, or a mount option is wrong",
                ResponsibleParty.STORAGE_ADMIN,
                "Check the kernel log on the node: 'duplicate UUID' means a clone beside its source, 'unsupported"
                        + " feature' a newer mkfs, anything else a corrupted file system.");

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
