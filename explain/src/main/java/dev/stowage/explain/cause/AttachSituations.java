package dev.stowage.explain.cause;

import dev.stowage.explain.cause.attach.AttachLimit;
import dev.stowage.explain.cause.attach.AttachRefused;
import dev.stowage.explain.cause.attach.AttacherMissing;
import dev.stowage.explain.cause.attach.DetachRefused;
import dev.stowage.explain.cause.attach.MultiAttach;
import dev.stowage.explain.cause.attach.NoAttachment;
import dev.stowage.explain.cause.attach.NodeDown;
import dev.stowage.explain.cause.attach.NotRegistered;
import java.util.List;

/// Why a volume does not come to the node.
final class AttachSituations {
    static final List<Situation> ALL = List.of(
            new NodeDown(),
            new DetachRefused(),
            new MultiAttach(),
            new NotRegistered(),
            new AttachLimit(),
            new AttachRefused(),
            new AttacherMissing(),
            new NoAttachment());

    private AttachSituations() {}
}
