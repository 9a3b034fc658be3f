/// The local driver in its own JVM, and the cleanup after it.
@NullMarked
package dev.stowage.driver.process;

import org.jspecify.annotations.NullMarked;
