package dev.stowage.cli.move;

import dev.stowage.flags.ByteSize;
import dev.stowage.flags.GoDuration;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a move is doing, in plain words.
public final class MoveText {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+");

    /// Messages that say no more than the phase.
    private static final Pattern KNOWN = Pattern.compile("copying to node |moving volume |stopping the pods of claim "
            + "|activating the copy on node |volume \\S+ (is on|was moved to) node ");

    private MoveText() {}

    /// One line, for a move that has not ended.
    public static String activity(VolumeMove move) {
        String doing = move.isGoingBack() && !move.isEnded()
                ? "Going back: the volume stays on node " + move.sourceNode()
                : doing(move);
        return wait(move).map(wait -> doing + "; " + wait).orElse(doing);
    }

    private static String doing(VolumeMove move) {
        return switch (move.phase()) {
            case PENDING -> pending(move);
            case COPYING -> "Copying to node %s%s".formatted(move.targetNode(), figures(move.bytes()));
            case SWITCHING -> switching(move);
            case COMPLETING ->
                move.is("SourceRemoved")
                        ? "Moved; waiting for the pods on node " + move.targetNode()
                        : "Moved; deleting the old copy on node " + move.sourceNode();
            case SUCCEEDED, FAILED, CANCELLED -> end(move);
        };
    }

    private static String pending(VolumeMove move) {
        return move.message().isEmpty() && move.sourceNode().isEmpty()
                ? "Waiting for the mover of node " + move.targetNode()
                : "Preparing";
    }

    private static String figures(MoveBytes bytes) {
        if (bytes.total() <= 0) {
            return " while pods use the volume";
        }
        String text = ": %s of %s (%d%%)"
                .formatted(ByteSize.format(bytes.sent()), ByteSize.format(bytes.total()), bytes.percent());
        if (bytes.perSecond() > 0) {
            text += ", " + ByteSize.format(bytes.perSecond()) + "/s";
        }
        text += bytes.left()
                .map(left -> ", " + GoDuration.format(left) + " left")
                .orElse("");
        return bytes.expectedPauseSeconds() > 0
                ? text + ", expected pause " + GoDuration.format(Duration.ofSeconds(bytes.expectedPauseSeconds()))
                : text;
    }

    /// The pause, step by step.
    private static String switching(VolumeMove move) {
        if (move.is("TargetActive")) {
            return "Paused: the PersistentVolume is changed to node " + move.targetNode();
        }
        if (move.is("Copied")) {
            return "Paused: activating the copy on node " + move.targetNode();
        }
        return move.is("SourceFenced")
                ? "Stopping the pods on node %s, sending the last difference".formatted(move.sourceNode())
                : "Fencing the volume on node " + move.sourceNode();
    }

    /// What it waits for, unless the phase says it.
    static Optional<String> wait(VolumeMove move) {
        String message = printable(move.message());
        return move.isEnded() || message.isEmpty() || KNOWN.matcher(message).lookingAt()
                ? Optional.empty()
                : Optional.of(message);
    }

    /// How it has ended.
    public static String end(VolumeMove move) {
        String claim = "pvc/" + move.claimName();
        return switch (move.phase()) {
            case SUCCEEDED -> {
                String pause = move.pause().text();
                yield "Moved %s from node %s to node %s%s"
                        .formatted(
                                claim,
                                move.sourceNode(),
                                move.targetNode(),
                                pause.isEmpty() ? "." : "; no pod could use the volume for " + pause + ".");
            }
            case FAILED -> "%s was not moved: %s".formatted(claim, printable(move.message()));
            case CANCELLED -> "The move of %s was cancelled: %s".formatted(claim, printable(move.message()));
            case PENDING, COPYING, SWITCHING, COMPLETING ->
                "VolumeMove %s of %s was deleted before it had ended".formatted(move.key(), claim);
        };
    }

    /// Text from a driver or another node may have anything in it.
    public static String printable(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }
}
