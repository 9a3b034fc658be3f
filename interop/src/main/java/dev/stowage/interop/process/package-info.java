/// Child processes: started in their own process group, monitored, and stopped without leftovers.
@NullMarked
package dev.stowage.interop.process;

import org.jspecify.annotations.NullMarked;
