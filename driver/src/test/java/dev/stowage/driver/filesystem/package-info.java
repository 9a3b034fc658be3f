@NullMarked
package dev.stowage.driver.filesystem;

import org.jspecify.annotations.NullMarked;
