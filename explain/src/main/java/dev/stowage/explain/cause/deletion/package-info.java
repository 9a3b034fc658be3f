/// Why a claim, volume or attachment stays in Terminating.
@NullMarked
package dev.stowage.explain.cause.deletion;

import org.jspecify.annotations.NullMarked;
