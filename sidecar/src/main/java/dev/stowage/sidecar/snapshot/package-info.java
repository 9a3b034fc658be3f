/// Takes and deletes snapshots of volumes, alone and in groups: what `csi-snapshotter` does.
@NullMarked
package dev.stowage.sidecar.snapshot;

import org.jspecify.annotations.NullMarked;
