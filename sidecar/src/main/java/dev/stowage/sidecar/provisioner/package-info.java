/// The external provisioner: provisions volumes for claims, and deletes them when they are released.
@NullMarked
package dev.stowage.sidecar.provisioner;

import org.jspecify.annotations.NullMarked;
