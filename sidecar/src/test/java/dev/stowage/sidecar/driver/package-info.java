@NullMarked
package dev.stowage.sidecar.driver;

import org.jspecify.annotations.NullMarked;
