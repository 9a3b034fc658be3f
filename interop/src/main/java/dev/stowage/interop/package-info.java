/// Stowage before its judges: programs that nobody here wrote. `DESIGN.md` beside the sources says how.
@NullMarked
package dev.stowage.interop;

import org.jspecify.annotations.NullMarked;
