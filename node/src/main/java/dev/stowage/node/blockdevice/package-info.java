/// Raw block devices in pods.
@NullMarked
package dev.stowage.node.blockdevice;

import org.jspecify.annotations.NullMarked;
