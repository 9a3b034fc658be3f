package dev.stowage.cli.move;

/// How `stowage move` begins.
sealed interface MoveStart {

    /// There is nothing to move.
    record AlreadyThere(String text) implements MoveStart {}

    /// There is a move to this node that has not ended.
    record Resume(VolumeMove move) implements MoveStart {}

    /// @param note what a user has to know; empty for nothing
    record Create(String note) implements MoveStart {}

    record Refuse(String why) implements MoveStart {}
}
