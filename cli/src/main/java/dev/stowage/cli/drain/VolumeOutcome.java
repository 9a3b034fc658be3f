package dev.stowage.cli.drain;

import dev.stowage.cli.move.VolumeMove;

/// What becomes of a volume in a drain.
sealed interface VolumeOutcome {

    /// Other nodes can use it.
    record NeedsNothing(String why) implements VolumeOutcome {}

    /// It cannot be moved, or not now.
    record Stays(String why) implements VolumeOutcome {}

    /// Its move is to begin now.
    record Start(String target) implements VolumeOutcome {}

    record Waiting(String why) implements VolumeOutcome {}

    record Moving(VolumeMove move) implements VolumeOutcome {}

    /// Its move has ended while the command ran.
    record Ended(VolumeMove move) implements VolumeOutcome {}
}
