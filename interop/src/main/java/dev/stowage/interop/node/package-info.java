/// Our node beside the kubelet, and everything of ours in one process.
@NullMarked
package dev.stowage.interop.node;

import org.jspecify.annotations.NullMarked;
