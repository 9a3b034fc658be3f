/// Containers of a CRI runtime, such as containerd.
@NullMarked
package dev.stowage.node.runtime.cri;

import org.jspecify.annotations.NullMarked;
