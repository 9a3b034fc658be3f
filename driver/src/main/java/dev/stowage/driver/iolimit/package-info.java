/// Limits of the I/O on volumes that are block devices, by the cgroups of the pods that use them.
@NullMarked
package dev.stowage.driver.iolimit;

import org.jspecify.annotations.NullMarked;
