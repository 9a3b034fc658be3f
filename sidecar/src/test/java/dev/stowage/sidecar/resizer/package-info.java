@NullMarked
package dev.stowage.sidecar.resizer;

import org.jspecify.annotations.NullMarked;
