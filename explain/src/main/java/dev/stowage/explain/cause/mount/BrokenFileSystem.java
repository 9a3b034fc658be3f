package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Locale;
import java.util.Optional;

/// The kernel does not mount what is on the volume.
public final class BrokenFileSystem implements Situation {

    @Override
    public Optional<Finding> in(Strand strand) {
        return Failures.of(strand).filter(Wordings.FILE_SYSTEM::in).findFirst().flatMap(told -> finding(told, strand));
    }

    private static Optional<Finding> finding(Heard told, Strand strand) {
        Kind kind = Kind.of(told.text().toLowerCase(Locale.ROOT), strand);
        String type = strand.volume().map(each -> each.text("/spec/csi/fsType")).orElse("");
        String verdict = "Node %s cannot mount the %sfile system of %s: %s."
                .formatted(
                        strand.pod().map(Uses::node).orElse(""),
                        type.isEmpty() ? "" : type + " ",
                        strand.volume().map(Thing::title).orElse("the volume"),
                        kind.text);
        Draft draft = Draft.of("file-system-refused", Weight.TOLD, Part.MOUNT, verdict)
                .actor(kind.actor)
                .told(told)
                .since(told.told().last())
                .advice(kind.advice);
        strand.volume()
                .filter(each -> !each.json().at("/spec/mountOptions").isMissingNode())
                .ifPresent(
                        each -> draft.shows(each, "mountOptions " + each.json().at("/spec/mountOptions")));
        strand.node()
                .ifPresent(node -> draft.shows(node, "kernel " + node.text("/status/nodeInfo/kernelVersion"))
                        .safe(
                                "Read what the kernel said; it tells which of these it is.",
                                "kubectl debug node/" + Commands.quoted(node.name())
                                        + " -it --image=busybox -- chroot /host dmesg"));
        return kind == Kind.UNCLEAR ? broken(draft).found() : draft.found();
    }

    private static Draft broken(Draft draft) {
        return draft.dangerous(
                "If the kernel tells of damage: make a snapshot or copy first, then repair the device with fsck or"
                        + " xfs_repair while it is mounted nowhere.",
                "",
                "repairing throws away what it cannot make sense of; without a copy that is lost");
    }

    private enum Kind {
        TWIN(
                "the volume is a copy, and most likely its original with the same UUID is mounted there",
                Actor.STORAGE_ADMIN,
                "XFS refuses twins: the driver should mount copies with nouuid, or give them a new UUID; mountOptions"
                        + " [nouuid] in the class does it for new volumes. Or let the pods run on different nodes."),
        STRANGE(
                "the kernel there does not know this kind",
                Actor.CLUSTER_ADMIN,
                "Load or install the kernel module of that file system on the node, or ask for another fsType in the"
                        + " class."),
        TOO_NEW(
                "it was made with features that the kernel there does not know",
                Actor.STORAGE_ADMIN,
                "The driver's mkfs is newer than the node's kernel: use an older mkfs or switch the new features off,"
                        + " or a newer kernel."),
        UNCLEAR(
                "it is damaged, was made by a newer mkfs than the kernel knows, or a mount option is wrong",
                Actor.STORAGE_ADMIN,
                "See the kernel's words on the node: 'duplicate UUID' is a copy beside its original, 'unsupported"
                        + " feature' a newer mkfs, anything about corruption is damage.");

        private final String text;
        private final Actor actor;
        private final String advice;

        Kind(String text, Actor actor, String advice) {
            this.text = text;
            this.actor = actor;
            this.advice = advice;
        }

        static Kind of(String told, Strand strand) {
            boolean copiedXfs = strand.volume()
                            .map(each -> each.text("/spec/csi/fsType").equals("xfs"))
                            .orElse(false)
                    && strand.claim()
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
