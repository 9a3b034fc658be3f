/// An NFS server for tests, and what happens when it is gone.
@NullMarked
package dev.stowage.driver.nfs;

import org.jspecify.annotations.NullMarked;
