/// I/O limits of volumes that are block devices.
@NullMarked
package dev.stowage.driver.iolimit;

import org.jspecify.annotations.NullMarked;
