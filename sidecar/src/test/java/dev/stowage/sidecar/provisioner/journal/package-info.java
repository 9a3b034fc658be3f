@NullMarked
package dev.stowage.sidecar.provisioner.journal;

import org.jspecify.annotations.NullMarked;
