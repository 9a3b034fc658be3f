/// The file systems that volumes can have, and what a device contains before one is created.
@NullMarked
package dev.stowage.driver.filesystem;

import org.jspecify.annotations.NullMarked;
