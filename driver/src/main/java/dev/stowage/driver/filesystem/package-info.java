/// The file systems that volumes can have, and what a device holds before one is made.
@NullMarked
package dev.stowage.driver.filesystem;

import org.jspecify.annotations.NullMarked;
