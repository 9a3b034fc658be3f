/// What is mounted here, as far as it is known.
@NullMarked
package dev.stowage.node.volumemanager.actual;

import org.jspecify.annotations.NullMarked;
