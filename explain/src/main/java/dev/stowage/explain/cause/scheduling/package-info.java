/// Why a pod is not scheduled, as far as its volumes are concerned.
@NullMarked
package dev.stowage.explain.cause.scheduling;

import org.jspecify.annotations.NullMarked;
