/// The external snapshotter: creates and deletes snapshots and group snapshots of volumes.
@NullMarked
package dev.stowage.sidecar.snapshotter;

import org.jspecify.annotations.NullMarked;
