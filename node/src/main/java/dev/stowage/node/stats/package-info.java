/// How full volumes are.
@NullMarked
package dev.stowage.node.stats;

import org.jspecify.annotations.NullMarked;
