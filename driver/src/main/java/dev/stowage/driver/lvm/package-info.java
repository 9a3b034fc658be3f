/// A logical volume per volume, thin or thick.
@NullMarked
package dev.stowage.driver.lvm;

import org.jspecify.annotations.NullMarked;
