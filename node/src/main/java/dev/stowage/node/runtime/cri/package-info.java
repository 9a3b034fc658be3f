/// Containers by a runtime that speaks CRI, such as containerd.
@NullMarked
package dev.stowage.node.runtime.cri;

import org.jspecify.annotations.NullMarked;
