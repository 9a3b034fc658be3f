/// The steps from what is there to what is wanted: a function, without clock, client or thread.
@NullMarked
package dev.stowage.node.volumemanager.reconciler;

import org.jspecify.annotations.NullMarked;
