/// Runs the programs that make, grow and change file systems: the only place of the driver that starts processes.
@NullMarked
package dev.stowage.driver.exec;

import org.jspecify.annotations.NullMarked;
