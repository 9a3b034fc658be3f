/// Usage statistics of volumes.
@NullMarked
package dev.stowage.node.stats;

import org.jspecify.annotations.NullMarked;
