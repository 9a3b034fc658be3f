/// Volumes that move between the nodes of `./stowage up` while pods write to them and processes are killed.
@NullMarked
package dev.stowage.interop.move;

import org.jspecify.annotations.NullMarked;
