/// Why a claim gets no volume: class, provisioner, place, capacity, or a volume that is somebody else's.
@NullMarked
package dev.stowage.explain.cause.binding;

import org.jspecify.annotations.NullMarked;
