@NullMarked
package dev.stowage.sidecar.provisioner.options;

import org.jspecify.annotations.NullMarked;
