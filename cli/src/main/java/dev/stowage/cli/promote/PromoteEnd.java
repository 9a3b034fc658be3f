package dev.stowage.cli.promote;

/// How a promotion has ended.
///
/// @param standby its last state
record PromoteEnd(VolumeStandby standby, PromoteOutcome outcome) {}
