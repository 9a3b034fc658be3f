/// The local driver in a virtual machine of its own, and everything that is cleaned up after it.
@NullMarked
package dev.stowage.driver.process;

import org.jspecify.annotations.NullMarked;
