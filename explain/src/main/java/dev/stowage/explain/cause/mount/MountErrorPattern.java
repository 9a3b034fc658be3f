package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.ObservedEvent;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Patterns that recognize mount failures by their messages.
enum MountErrorPattern {
    /// The driver did not answer in time.
    LATE("code = DeadlineExceeded|context deadline exceeded"),
    /// The driver is still busy with an earlier call.
    BUSY(
            "code = Aborted|operation with the given volume (id )?\\S+ already exists|operation .{0,80} already in progress"),
    FILE_SYSTEM("wrong fs type, bad option, bad superblock|can't read superblock|(structure|file system) needs cleaning"
            + "|unknown filesystem type|duplicate uuid|unsupported (incompat )?feature"),
    /// Messages of the kernel and of our own node.
    DEAD("transport endpoint is not connected|stale (nfs )?file handle|the server behind this file system is gone"
            + "|volume \\S+ is dead: "),
    /// Reported for any cause.
    UMBRELLA("unable to (attach or )?mount volumes"),
    ELSEWHERE("(multi-attach error|waiting for detach) for volume"),
    UNREGISTERED("not found in the list of registered csi drivers|does not contain driver"),
    NO_ATTACHER("timed out waiting for external-attacher of"),
    LEFT("orphaned pod \\S+ found, but|unmountvolume\\.teardown failed|unmountdevice failed");

    private final Pattern pattern;

    MountErrorPattern(String pattern) {
        this.pattern = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
    }

    boolean in(String text) {
        return pattern.matcher(text).find();
    }

    boolean in(ObservedEvent observedEvent) {
        return in(observedEvent.text());
    }

    /// Whether a more specific cause handles it.
    static boolean areKnown(ObservedEvent observedEvent) {
        return Stream.of(values()).anyMatch(each -> each.in(observedEvent));
    }
}
