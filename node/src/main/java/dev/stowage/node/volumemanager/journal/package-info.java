/// What was begun and what was finished, on disk, for whoever comes after a crash.
@NullMarked
package dev.stowage.node.volumemanager.journal;

import org.jspecify.annotations.NullMarked;
