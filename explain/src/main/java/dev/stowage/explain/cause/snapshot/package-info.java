/// Why a snapshot is not made, not used, or does not go.
@NullMarked
package dev.stowage.explain.cause.snapshot;

import org.jspecify.annotations.NullMarked;
