@NullMarked
package dev.stowage.sidecar.provisioner;

import org.jspecify.annotations.NullMarked;
