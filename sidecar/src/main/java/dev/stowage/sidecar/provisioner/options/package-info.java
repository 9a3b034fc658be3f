/// The flags and options of the provisioner.
@NullMarked
package dev.stowage.sidecar.provisioner.options;

import org.jspecify.annotations.NullMarked;
