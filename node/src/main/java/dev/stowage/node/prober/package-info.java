/// How containers fare, as they say themselves when they are asked.
@NullMarked
package dev.stowage.node.prober;

import org.jspecify.annotations.NullMarked;
