/// A real driver process that dies at every step of every call that changes something, and what must hold then.
@NullMarked
package dev.stowage.driver.crash;

import org.jspecify.annotations.NullMarked;
