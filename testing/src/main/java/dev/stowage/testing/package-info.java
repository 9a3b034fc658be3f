/// Keeps tests reliable on a busy machine: longer timeouts, which JUnit loads by itself, and free ports.
@NullMarked
package dev.stowage.testing;

import org.jspecify.annotations.NullMarked;
