package dev.stowage.control.attach;

import dev.stowage.control.act.Act;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.Pod;
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
final class VolumeDecision {
    /// How long an attachment may take before its pods are told that it takes long.
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final VolumeView view;
    private final AttachOptions options;
    private final Instant now;
    private final List<Act> acts = new ArrayList<>();
    private final Map<String, Memory> memories = new HashMap<>();
    private final Set<String> nodes = new HashSet<>();
    private final Map<String, Release.Why> forced = new HashMap<>();
    private final Set<String> onTheWay = new HashSet<>();
    private @Nullable Instant again;
    private boolean given;

    private VolumeDecision(VolumeView view, AttachOptions options, Instant now) {
        this.view = view;
        this.options = options;
        this.now = now;
    }

    static VolumePlan of(VolumeView view, AttachOptions options, Instant now) {
        var decision = new VolumeDecision(view, options, now);
        view.links().stream().filter(link -> !link.isWanted()).forEach(decision::release);
        view.links().stream().filter(Link::isWanted).sorted(Link.IN_TURN).forEach(decision::attach);
        return new VolumePlan(
                List.copyOf(decision.acts),
                Map.copyOf(decision.memories),
                Set.copyOf(decision.nodes),
                Map.copyOf(decision.forced),
                decision.again);
    }

    private void release(Link link) {
        VolumeAttachment attachment = link.attachment();
        if (attachment == null) {
            memories.put(link.node(), Memory.NOTHING);
            return;
        }
        Memory memory = link.memory().about(attachment).unwanted(now);
        memories.put(link.node(), memory);
        Instant since = memory.unwantedSince();
        if (since == null || isLeaving(attachment, memory)) {
            onTheWay.add(link.node());
            return;
        }
        Release release = Release.of(link, since, options, now);
        if (release.why() == Release.Why.NOT_YET) {
            lookAgain(release.when());
            return;
        }
        onTheWay.add(link.node());
        if (memory.handover() == Handover.CLEARED && !link.reported()) {
            memories.put(link.node(), memory.with(Handover.LET_GO));
            acts.add(new Act.Remove<>(Kinds.ATTACHMENTS, attachment));
            if (!release.why().metric().isEmpty()) {
                forced.put(link.node(), release.why());
            }
        } else {
            memories.put(link.node(), memory.with(Handover.ASKED));
            nodes.add(link.node());
        }
    }

    private void attach(Link link) {
        VolumeAttachment attachment = link.attachment();
        Memory memory = link.memory().about(attachment).wanted();
        memories.put(link.node(), memory);
        if (attachment == null) {
            make(link, memory);
        } else if (isLeaving(attachment, memory)) {
            tellLeaving(link, attachment, memory);
        } else if (attachment.attached()) {
            // Whoever wants it again may have it: nobody has asked for its removal.
            memories.put(link.node(), memory.well().with(Handover.NONE));
            if (!link.reported()) {
                nodes.add(link.node());
            }
        } else {
            await(link, attachment, memory.with(Handover.NONE));
        }
    }

    private static boolean isLeaving(VolumeAttachment attachment, Memory memory) {
        return attachment.isBeingDeleted() || memory.handover() == Handover.LET_GO;
    }

    private void make(Link link, Memory memory) {
        Target target = view.target();
        if (target == null || !link.site().takesVolumes()) {
            return;
        }
        if (target.exclusive()) {
            if (given) {
                return;
            }
            List<Link> holders = view.links().stream().filter(Link::isHeld).toList();
            boolean others = view.elsewhere().stream().anyMatch(node -> !node.equals(link.node()));
            if (!holders.isEmpty() || others) {
                if (!memory.toldBlocked() && (others || holders.stream().anyMatch(this::isWorthTelling))) {
                    acts.addAll(Messages.blocked(target.title(), link.pods(), users(holders)));
                    memories.put(link.node(), memory.blocked());
                }
                return;
            }
            given = true;
        }
        acts.add(new Act.Create<>(Kinds.ATTACHMENTS, "", NewAttachment.of(target, link.node())));
    }

    /// What is on its way, and in no trouble, will be out of the way before anybody has read that it is in the way.
    private boolean isWorthTelling(Link holder) {
        VolumeAttachment attachment = holder.attachment();
        if (attachment == null) {
            return false;
        }
        if (onTheWay.contains(holder.node()) || attachment.isBeingDeleted()) {
            return attachment.detachError() != null;
        }
        return attachment.attached() || attachment.attachError() != null;
    }

    private static List<Pod> users(List<Link> holders) {
        return holders.stream().flatMap(holder -> holder.pods().stream()).toList();
    }

    private void tellLeaving(Link link, VolumeAttachment attachment, Memory memory) {
        if (attachment.detachError() != null) {
            tellOnce(link, memory, "volume attachment is being deleted", "leaving");
        }
    }

    private void await(Link link, VolumeAttachment attachment, Memory memory) {
        memories.put(link.node(), memory);
        VolumeAttachment.VolumeError volumeError = attachment.attachError();
        if (volumeError != null) {
            // The attacher writes the time anew with each try, so that each is told.
            tellOnce(link, memory, volumeError.message(), volumeError.time() + " " + volumeError.message());
            return;
        }
        Instant begun =
                memory.toldAt() != null ? memory.toldAt() : attachment.meta().creationTimestamp();
        Instant due = (begun == null ? now : begun).plus(PATIENCE);
        Target target = view.target();
        if (!now.isBefore(due) && target != null) {
            acts.addAll(Messages.failed(target.title(), link.pods(), Messages.tooLong(target.volume())));
            memories.put(link.node(), memory.toldLong(now));
            lookAgain(now.plus(PATIENCE));
        } else {
            lookAgain(due);
        }
    }

    private void tellOnce(Link link, Memory memory, String why, String trouble) {
        Target target = view.target();
        if (target != null && !memory.told().equals(trouble)) {
            acts.addAll(Messages.failed(target.title(), link.pods(), why));
            memories.put(link.node(), memory.told(trouble));
        }
    }

    private void lookAgain(@Nullable Instant when) {
        if (when != null && (again == null || when.isBefore(again))) {
            again = when;
        }
    }
}
