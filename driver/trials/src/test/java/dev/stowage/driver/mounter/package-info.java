/// The mounter and the driver as processes that are killed.
@NullMarked
package dev.stowage.driver.mounter;

import org.jspecify.annotations.NullMarked;
