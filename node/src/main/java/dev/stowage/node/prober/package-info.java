/// Liveness, readiness and startup probes, and lifecycle hooks.
@NullMarked
package dev.stowage.node.prober;

import org.jspecify.annotations.NullMarked;
