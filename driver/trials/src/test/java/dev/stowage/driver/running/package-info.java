/// The local driver in a virtual machine of its own, and everything that is cleaned up after it.
@NullMarked
package dev.stowage.driver.running;

import org.jspecify.annotations.NullMarked;
