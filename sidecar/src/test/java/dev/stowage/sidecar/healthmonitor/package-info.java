@NullMarked
package dev.stowage.sidecar.healthmonitor;

import org.jspecify.annotations.NullMarked;
