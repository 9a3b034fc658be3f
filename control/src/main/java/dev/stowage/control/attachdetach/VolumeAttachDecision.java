package dev.stowage.control.attachdetach;

import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What to do about one volume: first where it shall leave, then where it shall come.
final class VolumeAttachDecision {
    /// How long an attachment may take before its pods are told that it takes long.
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final VolumeAttachState view;
    private final AttachDetachOptions options;
    private final Instant now;
    private final List<ClusterAction> actions = new ArrayList<>();
    private final Map<String, VolumeNodeMemory> memories = new HashMap<>();
    private final Set<String> nodes = new HashSet<>();
    private final Map<String, DetachDecision.Reason> forced = new HashMap<>();
    private final Set<String> onTheWay = new HashSet<>();
    private @Nullable Instant again;
    private boolean given;

    private VolumeAttachDecision(VolumeAttachState view, AttachDetachOptions options, Instant now) {
        this.view = view;
        this.options = options;
        this.now = now;
    }

    static VolumeAttachActions of(VolumeAttachState view, AttachDetachOptions options, Instant now) {
        var decision = new VolumeAttachDecision(view, options, now);
        view.links().stream()
                .filter(volumeNodeState -> !volumeNodeState.isWanted())
                .forEach(decision::release);
        view.links().stream()
                .filter(VolumeNodeState::isWanted)
                .sorted(VolumeNodeState.IN_TURN)
                .forEach(decision::attach);
        return new VolumeAttachActions(
                List.copyOf(decision.actions),
                Map.copyOf(decision.memories),
                Set.copyOf(decision.nodes),
                Map.copyOf(decision.forced),
                decision.again);
    }

    private void release(VolumeNodeState volumeNodeState) {
        VolumeAttachment attachment = volumeNodeState.attachment();
        if (attachment == null) {
            memories.put(volumeNodeState.node(), VolumeNodeMemory.NOTHING);
            return;
        }
        VolumeNodeMemory volumeNodeMemory =
                volumeNodeState.volumeNodeMemory().about(attachment).unwanted(now);
        memories.put(volumeNodeState.node(), volumeNodeMemory);
        Instant since = volumeNodeMemory.unwantedSince();
        if (since == null || isLeaving(attachment, volumeNodeMemory)) {
            onTheWay.add(volumeNodeState.node());
            return;
        }
        DetachDecision detachDecision = DetachDecision.of(volumeNodeState, since, options, now);
        if (detachDecision.reason() == DetachDecision.Reason.NOT_YET) {
            lookAgain(detachDecision.when());
            return;
        }
        onTheWay.add(volumeNodeState.node());
        if (volumeNodeMemory.detachPhase() == DetachPhase.CLEARED && !volumeNodeState.reported()) {
            memories.put(volumeNodeState.node(), volumeNodeMemory.with(DetachPhase.LET_GO));
            actions.add(new ClusterAction.Delete<>(Kinds.ATTACHMENTS, attachment));
            if (!detachDecision.reason().metric().isEmpty()) {
                forced.put(volumeNodeState.node(), detachDecision.reason());
            }
        } else {
            memories.put(volumeNodeState.node(), volumeNodeMemory.with(DetachPhase.ASKED));
            nodes.add(volumeNodeState.node());
        }
    }

    private void attach(VolumeNodeState volumeNodeState) {
        VolumeAttachment attachment = volumeNodeState.attachment();
        VolumeNodeMemory volumeNodeMemory =
                volumeNodeState.volumeNodeMemory().about(attachment).wanted();
        memories.put(volumeNodeState.node(), volumeNodeMemory);
        if (attachment == null) {
            make(volumeNodeState, volumeNodeMemory);
        } else if (isLeaving(attachment, volumeNodeMemory)) {
            tellLeaving(volumeNodeState, attachment, volumeNodeMemory);
        } else if (attachment.attached()) {
            // Whoever wants it again may have it: nobody has asked for its removal.
            memories.put(volumeNodeState.node(), volumeNodeMemory.well().with(DetachPhase.NONE));
            if (!volumeNodeState.reported()) {
                nodes.add(volumeNodeState.node());
            }
        } else {
            await(volumeNodeState, attachment, volumeNodeMemory.with(DetachPhase.NONE));
        }
    }

    private static boolean isLeaving(VolumeAttachment attachment, VolumeNodeMemory volumeNodeMemory) {
        return attachment.isBeingDeleted() || volumeNodeMemory.detachPhase() == DetachPhase.LET_GO;
    }

    private void make(VolumeNodeState volumeNodeState, VolumeNodeMemory volumeNodeMemory) {
        AttachableVolume attachableVolume = view.attachableVolume();
        if (attachableVolume == null || !volumeNodeState.nodeState().takesVolumes()) {
            return;
        }
        if (attachableVolume.exclusive()) {
            if (given) {
                return;
            }
            List<VolumeNodeState> holders =
                    view.links().stream().filter(VolumeNodeState::isHeld).toList();
            boolean others = view.elsewhere().stream().anyMatch(node -> !node.equals(volumeNodeState.node()));
            if (!holders.isEmpty() || others) {
                if (!volumeNodeMemory.toldBlocked()
                        && (others || holders.stream().anyMatch(this::isWorthTelling))) {
                    actions.addAll(AttachDetachEvents.blocked(
                            attachableVolume.title(), volumeNodeState.pods(), users(holders)));
                    memories.put(volumeNodeState.node(), volumeNodeMemory.blocked());
                }
                return;
            }
            given = true;
        }
        actions.add(new ClusterAction.Create<>(
                Kinds.ATTACHMENTS, "", NewVolumeAttachment.of(attachableVolume, volumeNodeState.node())));
    }

    /// What is on its way, and in no trouble, will be out of the way before anybody has read that it is in the way.
    private boolean isWorthTelling(VolumeNodeState holder) {
        VolumeAttachment attachment = holder.attachment();
        if (attachment == null) {
            return false;
        }
        if (onTheWay.contains(holder.node()) || attachment.isBeingDeleted()) {
            return attachment.detachError() != null;
        }
        return attachment.attached() || attachment.attachError() != null;
    }

    private static List<Pod> users(List<VolumeNodeState> holders) {
        return holders.stream().flatMap(holder -> holder.pods().stream()).toList();
    }

    private void tellLeaving(
            VolumeNodeState volumeNodeState, VolumeAttachment attachment, VolumeNodeMemory volumeNodeMemory) {
        if (attachment.detachError() != null) {
            tellOnce(volumeNodeState, volumeNodeMemory, "volume attachment is being deleted", "leaving");
        }
    }

    private void await(
            VolumeNodeState volumeNodeState, VolumeAttachment attachment, VolumeNodeMemory volumeNodeMemory) {
        memories.put(volumeNodeState.node(), volumeNodeMemory);
        VolumeAttachment.VolumeError volumeError = attachment.attachError();
        if (volumeError != null) {
            // The attacher writes the time anew with each try, so that each is told.
            tellOnce(
                    volumeNodeState,
                    volumeNodeMemory,
                    volumeError.message(),
                    volumeError.time() + " " + volumeError.message());
            return;
        }
        Instant begun = volumeNodeMemory.toldAt() != null
                ? volumeNodeMemory.toldAt()
                : attachment.meta().creationTimestamp();
        Instant due = (begun == null ? now : begun).plus(PATIENCE);
        AttachableVolume attachableVolume = view.attachableVolume();
        if (!now.isBefore(due) && attachableVolume != null) {
            actions.addAll(AttachDetachEvents.failed(
                    attachableVolume.title(),
                    volumeNodeState.pods(),
                    AttachDetachEvents.tooLong(attachableVolume.volume())));
            memories.put(volumeNodeState.node(), volumeNodeMemory.toldLong(now));
            lookAgain(now.plus(PATIENCE));
        } else {
            lookAgain(due);
        }
    }

    private void tellOnce(
            VolumeNodeState volumeNodeState, VolumeNodeMemory volumeNodeMemory, String why, String trouble) {
        AttachableVolume attachableVolume = view.attachableVolume();
        if (attachableVolume != null && !volumeNodeMemory.told().equals(trouble)) {
            actions.addAll(AttachDetachEvents.failed(attachableVolume.title(), volumeNodeState.pods(), why));
            memories.put(volumeNodeState.node(), volumeNodeMemory.told(trouble));
        }
    }

    private void lookAgain(@Nullable Instant when) {
        if (when != null && (again == null || when.isBefore(again))) {
            again = when;
        }
    }
}
