/// Why a claim is not bound: class, provisioner, topology, capacity, or a volume that is not available.
@NullMarked
package dev.stowage.explain.cause.binding;

import org.jspecify.annotations.NullMarked;
