/// The shell: who is woken by what, and who carries steps out.
@NullMarked
package dev.stowage.node.volume.keep;

import org.jspecify.annotations.NullMarked;
