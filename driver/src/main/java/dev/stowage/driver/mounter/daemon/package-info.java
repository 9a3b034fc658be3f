/// The processes of FUSE file systems: started, recognized after a restart, and ended.
@NullMarked
package dev.stowage.driver.mounter.daemon;

import org.jspecify.annotations.NullMarked;
