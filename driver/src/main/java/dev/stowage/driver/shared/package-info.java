/// Volumes as directories of a file system that several nodes have mounted.
@NullMarked
package dev.stowage.driver.shared;

import org.jspecify.annotations.NullMarked;
