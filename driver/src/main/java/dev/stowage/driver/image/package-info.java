/// Volumes as files: an image per volume, served through a loop device.
@NullMarked
package dev.stowage.driver.image;

import org.jspecify.annotations.NullMarked;
