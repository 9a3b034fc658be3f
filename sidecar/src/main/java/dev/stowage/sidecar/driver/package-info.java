/// The CSI driver, as the roles see it.
@NullMarked
package dev.stowage.sidecar.driver;

import org.jspecify.annotations.NullMarked;
