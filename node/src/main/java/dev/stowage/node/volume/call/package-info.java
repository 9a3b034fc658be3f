/// The calls to drivers, with the files and folders around them.
@NullMarked
package dev.stowage.node.volume.call;

import org.jspecify.annotations.NullMarked;
