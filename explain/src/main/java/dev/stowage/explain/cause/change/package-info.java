/// Why a volume does not grow, or does not go.
@NullMarked
package dev.stowage.explain.cause.change;

import org.jspecify.annotations.NullMarked;
