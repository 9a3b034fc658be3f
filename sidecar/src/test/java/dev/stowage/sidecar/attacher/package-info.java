@NullMarked
package dev.stowage.sidecar.attacher;

import org.jspecify.annotations.NullMarked;
