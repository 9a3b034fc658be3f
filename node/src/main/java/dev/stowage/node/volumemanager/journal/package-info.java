/// The journal on disk: which operations began and which finished, for the start after a crash.
@NullMarked
package dev.stowage.node.volumemanager.journal;

import org.jspecify.annotations.NullMarked;
