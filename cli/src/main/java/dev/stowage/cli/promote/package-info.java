/// `stowage promote`: makes the standby copy of a claim the volume, when the node of the volume is lost. The role
/// `mover` of the sidecar does it; the command only writes into a VolumeStandby and watches it.
@NullMarked
package dev.stowage.cli.promote;

import org.jspecify.annotations.NullMarked;
