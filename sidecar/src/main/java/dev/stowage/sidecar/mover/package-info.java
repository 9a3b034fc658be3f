/// Moves volumes to other nodes: copies while they are in use, stops their pods for the last difference, switches
/// the PersistentVolume, and removes the old copy.
@NullMarked
package dev.stowage.sidecar.mover;

import org.jspecify.annotations.NullMarked;
