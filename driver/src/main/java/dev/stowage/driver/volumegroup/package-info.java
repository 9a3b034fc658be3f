/// A volume group of LVM through the `lvm` program: reports as records, and the few commands that change volumes.
@NullMarked
package dev.stowage.driver.volumegroup;

import org.jspecify.annotations.NullMarked;
