/// The health monitor: reports the health of volumes on their claims.
@NullMarked
package dev.stowage.sidecar.healthmonitor;

import org.jspecify.annotations.NullMarked;
