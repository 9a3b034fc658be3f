/// Intent before effect: the notes that precede CreateVolume, so that a restart finishes or undoes it.
@NullMarked
package dev.stowage.sidecar.provisioner.journal;

import org.jspecify.annotations.NullMarked;
