@NullMarked
package dev.stowage.sidecar.provisioner.request;

import org.jspecify.annotations.NullMarked;
