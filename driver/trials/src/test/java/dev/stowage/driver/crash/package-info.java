/// Kills a real driver process at every step of every call that changes something, and checks the result.
@NullMarked
package dev.stowage.driver.crash;

import org.jspecify.annotations.NullMarked;
