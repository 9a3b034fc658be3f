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

/// Decides for one volume: first which nodes to detach it from, then which to attach it to.
final class VolumeAttachDecision {
    /// How long an attachment may take before its pods get an event.
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final VolumeAttachState state;
    private final AttachDetachOptions options;
    private final Instant now;
    private final List<ClusterAction> actions = new ArrayList<>();
    private final Map<String, VolumeNodeMemory> memories = new HashMap<>();
    private final Set<String> nodes = new HashSet<>();
    private final Map<String, DetachDecision.Reason> forced = new HashMap<>();
    private final Set<String> onTheWay = new HashSet<>();
    private @Nullable Instant again;
    private boolean given;

    private VolumeAttachDecision(VolumeAttachState state, AttachDetachOptions options, Instant now) {
        this.state = state;
        this.options = options;
        this.now = now;
    }

    static VolumeAttachActions of(VolumeAttachState state, AttachDetachOptions options, Instant now) {
        var decision = new VolumeAttachDecision(state, options, now);
        state.links().stream()
                .filter(volumeNodeState -> !volumeNodeState.isWanted())
                .forEach(decision::release);
        state.links().stream()
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
        VolumeNodeMemory memory =
                volumeNodeState.volumeNodeMemory().about(attachment).unwanted(now);
        memories.put(volumeNodeState.node(), memory);
        Instant since = memory.unwantedSince();
        if (since == null || isLeaving(attachment, memory)) {
            onTheWay.add(volumeNodeState.node());
            return;
        }
        DetachDecision detachDecision = DetachDecision.of(volumeNodeState, since, options, now);
        if (detachDecision.reason() == DetachDecision.Reason.NOT_YET) {
            requeueAt(detachDecision.when());
            return;
        }
        onTheWay.add(volumeNodeState.node());
        if (memory.detachPhase() == DetachPhase.CLEARED && !volumeNodeState.reported()) {
            memories.put(volumeNodeState.node(), memory.with(DetachPhase.LET_GO));
            actions.add(new ClusterAction.Delete<>(Kinds.ATTACHMENTS, attachment));
            if (!detachDecision.reason().metric().isEmpty()) {
                forced.put(volumeNodeState.node(), detachDecision.reason());
            }
        } else {
            memories.put(volumeNodeState.node(), memory.with(DetachPhase.ASKED));
            nodes.add(volumeNodeState.node());
        }
    }

    private void attach(VolumeNodeState volumeNodeState) {
        VolumeAttachment attachment = volumeNodeState.attachment();
        VolumeNodeMemory memory =
                volumeNodeState.volumeNodeMemory().about(attachment).wanted();
        memories.put(volumeNodeState.node(), memory);
        if (attachment == null) {
            createAttachment(volumeNodeState, memory);
        } else if (isLeaving(attachment, memory)) {
            reportLeaving(volumeNodeState, attachment, memory);
        } else if (attachment.attached()) {
            // A pod that needs it again may have it: its deletion was not requested yet.
            memories.put(volumeNodeState.node(), memory.well().with(DetachPhase.NONE));
            if (!volumeNodeState.reported()) {
                nodes.add(volumeNodeState.node());
            }
        } else {
            await(volumeNodeState, attachment, memory.with(DetachPhase.NONE));
        }
    }

    private static boolean isLeaving(VolumeAttachment attachment, VolumeNodeMemory memory) {
        return attachment.isBeingDeleted() || memory.detachPhase() == DetachPhase.LET_GO;
    }

    private void createAttachment(VolumeNodeState volumeNodeState, VolumeNodeMemory memory) {
        AttachableVolume attachableVolume = state.attachableVolume();
        if (attachableVolume == null || !volumeNodeState.nodeState().takesVolumes()) {
            return;
        }
        if (attachableVolume.exclusive()) {
            if (given) {
                return;
            }
            List<VolumeNodeState> holders =
                    state.links().stream().filter(VolumeNodeState::isHeld).toList();
            boolean others = state.elsewhere().stream().anyMatch(node -> !node.equals(volumeNodeState.node()));
            if (!holders.isEmpty() || others) {
                if (!memory.reportedBlocked() && (others || holders.stream().anyMatch(this::isWorthReporting))) {
                    actions.addAll(AttachDetachEvents.blocked(
                            attachableVolume.title(), volumeNodeState.pods(), users(holders)));
                    memories.put(volumeNodeState.node(), memory.blocked());
                }
                return;
            }
            given = true;
        }
        actions.add(new ClusterAction.Create<>(
                Kinds.ATTACHMENTS, "", NewVolumeAttachment.of(attachableVolume, volumeNodeState.node())));
    }

    /// A detach in progress without errors is over before a user can read that it blocks the volume.
    private boolean isWorthReporting(VolumeNodeState holder) {
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

    private void reportLeaving(VolumeNodeState volumeNodeState, VolumeAttachment attachment, VolumeNodeMemory memory) {
        if (attachment.detachError() != null) {
            reportOnce(volumeNodeState, memory, "volume attachment is being deleted", "leaving");
        }
    }

    private void await(VolumeNodeState volumeNodeState, VolumeAttachment attachment, VolumeNodeMemory memory) {
        memories.put(volumeNodeState.node(), memory);
        VolumeAttachment.VolumeError volumeError = attachment.attachError();
        if (volumeError != null) {
            // The attacher updates the time with each attempt, so each attempt gets an event.
            reportOnce(
                    volumeNodeState, memory, volumeError.message(), volumeError.time() + " " + volumeError.message());
            return;
        }
        Instant begun = memory.reportedSlowAt() != null
                ? memory.reportedSlowAt()
                : attachment.meta().creationTimestamp();
        Instant due = (begun == null ? now : begun).plus(PATIENCE);
        AttachableVolume attachableVolume = state.attachableVolume();
        if (!now.isBefore(due) && attachableVolume != null) {
            actions.addAll(AttachDetachEvents.failed(
                    attachableVolume.title(),
                    volumeNodeState.pods(),
                    AttachDetachEvents.tooLong(attachableVolume.volume())));
            memories.put(volumeNodeState.node(), memory.withReportedSlowAt(now));
            requeueAt(now.plus(PATIENCE));
        } else {
            requeueAt(due);
        }
    }

    private void reportOnce(VolumeNodeState volumeNodeState, VolumeNodeMemory memory, String why, String trouble) {
        AttachableVolume attachableVolume = state.attachableVolume();
        if (attachableVolume != null && !memory.reportedFailure().equals(trouble)) {
            actions.addAll(AttachDetachEvents.failed(attachableVolume.title(), volumeNodeState.pods(), why));
            memories.put(volumeNodeState.node(), memory.withReportedFailure(trouble));
        }
    }

    private void requeueAt(@Nullable Instant when) {
        if (when != null && (again == null || when.isBefore(again))) {
            again = when;
        }
    }
}
