@NullMarked
package dev.stowage.sidecar.provisioner.datasource;

import org.jspecify.annotations.NullMarked;
