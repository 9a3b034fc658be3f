@NullMarked
package dev.stowage.sidecar.provision;

import org.jspecify.annotations.NullMarked;
