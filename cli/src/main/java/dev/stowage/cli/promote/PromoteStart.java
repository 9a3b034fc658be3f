package dev.stowage.cli.promote;

/// How `stowage promote` begins.
sealed interface PromoteStart {

    /// The promotion is to be requested.
    ///
    /// @param note what a user has to know; empty for nothing
    record Request(VolumeStandby standby, String note) implements PromoteStart {}

    /// Everything is requested already.
    record Resume(VolumeStandby standby) implements PromoteStart {}

    record Refuse(String why) implements PromoteStart {}
}
