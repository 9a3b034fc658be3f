/// Which volume is attached to which node, for a pool that several nodes share. The books say who may; that nobody
/// else can is the business of the lock on the volume's image.
@NullMarked
package dev.stowage.driver.attach;

import org.jspecify.annotations.NullMarked;
