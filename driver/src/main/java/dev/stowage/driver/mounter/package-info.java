/// `stowage mounter`: owns the FUSE daemons of a node, so that a driver can be restarted without ending a mount.
@NullMarked
package dev.stowage.driver.mounter;

import org.jspecify.annotations.NullMarked;
