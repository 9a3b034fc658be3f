/// The health monitor: what drivers say of their volumes, told to the owners of claims.
@NullMarked
package dev.stowage.sidecar.healthmonitor;

import org.jspecify.annotations.NullMarked;
