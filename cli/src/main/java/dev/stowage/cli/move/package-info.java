/// `stowage move`: moves the volume of a claim to another node, and shows how that goes on. What moves it is the role
/// `mover` of the sidecar; a command only writes a VolumeMove and watches it.
@NullMarked
package dev.stowage.cli.move;

import org.jspecify.annotations.NullMarked;
