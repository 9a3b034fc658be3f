/// Tests of the whole engine with recorded objects.
@NullMarked
package dev.stowage.explain;

import org.jspecify.annotations.NullMarked;
