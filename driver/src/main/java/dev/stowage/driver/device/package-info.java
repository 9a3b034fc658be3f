/// Volumes that are block devices: formatted once, staged, published, frozen and grown, whatever provides the device.
@NullMarked
package dev.stowage.driver.device;

import org.jspecify.annotations.NullMarked;
