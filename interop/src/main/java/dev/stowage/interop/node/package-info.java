/// Our node compared with the kubelet.
@NullMarked
package dev.stowage.interop.node;

import org.jspecify.annotations.NullMarked;
