/// Snapshots of volumes and of groups of volumes: what `snapshot-controller` does. The cores are pure: see
/// [SnapshotDecision] and [GroupDecision].
@NullMarked
package dev.stowage.control.snapshot;

import org.jspecify.annotations.NullMarked;
