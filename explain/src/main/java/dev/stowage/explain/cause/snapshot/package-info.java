/// Why a snapshot is not taken, not usable, or not deleted.
@NullMarked
package dev.stowage.explain.cause.snapshot;

import org.jspecify.annotations.NullMarked;
