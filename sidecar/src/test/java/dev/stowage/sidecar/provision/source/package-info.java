@NullMarked
package dev.stowage.sidecar.provision.source;

import org.jspecify.annotations.NullMarked;
