/// Volumes as plain directories, for pools that can do no more.
@NullMarked
package dev.stowage.driver.directory;

import org.jspecify.annotations.NullMarked;
