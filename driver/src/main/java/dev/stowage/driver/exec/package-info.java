/// Runs the programs that create, grow and change file systems: the only package of the driver that starts
/// processes.
@NullMarked
package dev.stowage.driver.exec;

import org.jspecify.annotations.NullMarked;
