/// Runs programs that end, such as those that create and mount file systems, with a deadline.
@NullMarked
package dev.stowage.linux.exec;

import org.jspecify.annotations.NullMarked;
