/// Why a volume does not grow, or does not go.
@NullMarked
package dev.stowage.explain.cause.resize;

import org.jspecify.annotations.NullMarked;
