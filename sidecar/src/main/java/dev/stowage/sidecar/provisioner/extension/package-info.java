/// The extension points of the provisioner: topology, data sources, ownership of claims, listeners.
@NullMarked
package dev.stowage.sidecar.provisioner.extension;

import org.jspecify.annotations.NullMarked;
