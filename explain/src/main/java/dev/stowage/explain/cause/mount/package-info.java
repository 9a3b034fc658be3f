/// Why a volume does not come into the pod, or does not leave it.
@NullMarked
package dev.stowage.explain.cause.mount;

import org.jspecify.annotations.NullMarked;
