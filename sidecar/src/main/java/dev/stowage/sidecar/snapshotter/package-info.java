/// Takes and deletes snapshots of volumes, alone and in groups: what `csi-snapshotter` does.
@NullMarked
package dev.stowage.sidecar.snapshotter;

import org.jspecify.annotations.NullMarked;
