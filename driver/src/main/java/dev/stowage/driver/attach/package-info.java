/// Which volume is attached to which node, for a pool that several nodes share. The records say which node may
/// use it; the lock on the volume's image keeps all others out.
@NullMarked
package dev.stowage.driver.attach;

import org.jspecify.annotations.NullMarked;
