/// Directories with project quota, on real file systems.
@NullMarked
package dev.stowage.driver.quota;

import org.jspecify.annotations.NullMarked;
