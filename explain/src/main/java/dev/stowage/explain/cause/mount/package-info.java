/// Why a volume is not mounted into its pod, or not unmounted.
@NullMarked
package dev.stowage.explain.cause.mount;

import org.jspecify.annotations.NullMarked;
