/// What is mounted here, as far as it is known.
@NullMarked
package dev.stowage.node.volume.have;

import org.jspecify.annotations.NullMarked;
