/// Runs the programs that make, grow and change file systems: the only place of the driver that starts processes.
@NullMarked
package dev.stowage.driver.tool;

import org.jspecify.annotations.NullMarked;
