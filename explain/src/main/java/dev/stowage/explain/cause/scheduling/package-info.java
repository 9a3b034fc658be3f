/// Why a pod gets no node, as far as its volumes have to do with it.
@NullMarked
package dev.stowage.explain.cause.scheduling;

import org.jspecify.annotations.NullMarked;
