/// Other people's programs as processes of ours: started in a group of their own, watched, and stopped without
/// a trace.
@NullMarked
package dev.stowage.interop.process;

import org.jspecify.annotations.NullMarked;
