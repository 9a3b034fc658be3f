/// The calls to drivers, with the files and folders around them.
@NullMarked
package dev.stowage.node.volumemanager.operations;

import org.jspecify.annotations.NullMarked;
