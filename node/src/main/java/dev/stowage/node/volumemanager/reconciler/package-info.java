/// The actions from actual to desired volumes: a pure function, without clock, client or thread.
@NullMarked
package dev.stowage.node.volumemanager.reconciler;

import org.jspecify.annotations.NullMarked;
