/// The snapshot controller for snapshots and group snapshots. The decisions are pure functions: see
/// [SnapshotDecision] and [GroupSnapshotDecision].
@NullMarked
package dev.stowage.control.snapshot;

import org.jspecify.annotations.NullMarked;
