/// Intent before effect: the journal that is written before CreateVolume, so that a restart can finish or undo
/// it.
@NullMarked
package dev.stowage.sidecar.provisioner.journal;

import org.jspecify.annotations.NullMarked;
