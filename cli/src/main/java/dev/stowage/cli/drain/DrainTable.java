package dev.stowage.cli.drain;

import dev.stowage.cli.TextTable;
import dev.stowage.cli.move.MovePhase;
import dev.stowage.cli.move.MoveText;
import dev.stowage.cli.move.VolumeMove;
import dev.stowage.flags.ByteSize;
import dev.stowage.flags.GoDuration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The volumes of a drain, for people. Pure.
final class DrainTable {

    private DrainTable() {}

    static String of(List<DrainRow> rows) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("CLAIM", "VOLUME", "SIZE", "TO", "STATE"));
        rows.forEach(row -> lines.add(List.of(
                row.claim(),
                row.volume(),
                row.bytes() == 0 ? "-" : ByteSize.format(row.bytes()),
                target(row.outcome()),
                state(row.outcome()))));
        return TextTable.aligned(lines);
    }

    private static String target(VolumeOutcome outcome) {
        return switch (outcome) {
            case VolumeOutcome.Start(String target) -> target;
            case VolumeOutcome.Moving(VolumeMove move) -> move.targetNode();
            case VolumeOutcome.Ended(VolumeMove move) -> move.targetNode();
            case VolumeOutcome.NeedsNothing _, VolumeOutcome.Stays _, VolumeOutcome.Waiting _ -> "-";
        };
    }

    private static String state(VolumeOutcome outcome) {
        return switch (outcome) {
            case VolumeOutcome.NeedsNothing(String why) -> "no move needed: " + why;
            case VolumeOutcome.Stays(String why) -> "stays: " + why;
            case VolumeOutcome.Start _ -> "starting";
            case VolumeOutcome.Waiting(String why) -> "waiting: " + why;
            case VolumeOutcome.Moving(VolumeMove move) -> MoveText.activity(move);
            case VolumeOutcome.Ended(VolumeMove move) when move.phase() == MovePhase.SUCCEEDED -> "moved";
            case VolumeOutcome.Ended(VolumeMove move) ->
                "stays: " + move.phase().toString().toLowerCase(Locale.ROOT) + ", "
                        + MoveText.printable(move.message());
        };
    }

    /// One line: how far all of it is.
    static String summary(List<DrainRow> rows) {
        long moved = rows.stream().filter(DrainTable::isMoved).count();
        long all = moved + rows.stream().filter(DrainRow::isOpen).count();
        String moving = rows.stream()
                .map(DrainRow::outcome)
                .filter(VolumeOutcome.Moving.class::isInstance)
                .map(outcome -> brief(((VolumeOutcome.Moving) outcome).move()))
                .collect(Collectors.joining(", "));
        return "%d of %d moved%s".formatted(moved, all, moving.isEmpty() ? "" : "; " + moving);
    }

    private static String brief(VolumeMove move) {
        return move.phase() == MovePhase.COPYING && move.bytes().total() > 0
                ? "%s %d%%%s"
                        .formatted(
                                move.claim(),
                                move.bytes().percent(),
                                move.bytes()
                                        .left()
                                        .map(left -> " (" + GoDuration.format(left) + " left)")
                                        .orElse(""))
                : "%s %s".formatted(move.claim(), move.phase().toString().toLowerCase(Locale.ROOT));
    }

    /// The result.
    static String end(String node, List<DrainRow> rows) {
        long moved = rows.stream().filter(DrainTable::isMoved).count();
        long left = rows.stream().filter(DrainTable::isLeft).count();
        return left == 0
                ? "Node %s has no volume of its own any more (%d moved). It stays cordoned.".formatted(node, moved)
                : "%d moved, %d left on node %s; run the command again to try again.".formatted(moved, left, node);
    }

    private static boolean isMoved(DrainRow row) {
        return row.outcome() instanceof VolumeOutcome.Ended(VolumeMove move) && move.phase() == MovePhase.SUCCEEDED;
    }

    static boolean isLeft(DrainRow row) {
        return switch (row.outcome()) {
            case VolumeOutcome.NeedsNothing _ -> false;
            case VolumeOutcome.Ended(VolumeMove move) -> move.phase() != MovePhase.SUCCEEDED;
            case VolumeOutcome.Stays _, VolumeOutcome.Start _, VolumeOutcome.Waiting _, VolumeOutcome.Moving _ -> true;
        };
    }
}
