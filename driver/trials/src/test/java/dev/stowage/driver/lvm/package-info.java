/// The LVM backend on real volume groups.
@NullMarked
package dev.stowage.driver.lvm;

import org.jspecify.annotations.NullMarked;
