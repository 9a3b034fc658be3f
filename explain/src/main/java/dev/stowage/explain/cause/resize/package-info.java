/// Why a volume is not expanded or modified.
@NullMarked
package dev.stowage.explain.cause.resize;

import org.jspecify.annotations.NullMarked;
