@NullMarked
package dev.stowage.sidecar.secret;

import org.jspecify.annotations.NullMarked;
