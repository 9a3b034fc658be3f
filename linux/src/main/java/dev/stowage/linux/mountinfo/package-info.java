/// The mount table of the kernel, as `/proc/self/mountinfo` shows it.
@NullMarked
package dev.stowage.linux.mountinfo;

import org.jspecify.annotations.NullMarked;
