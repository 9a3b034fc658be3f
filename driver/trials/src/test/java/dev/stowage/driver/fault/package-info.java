/// Disks that fail on demand, and what the driver makes of them.
@NullMarked
package dev.stowage.driver.fault;

import org.jspecify.annotations.NullMarked;
