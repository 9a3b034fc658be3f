/// The calls to drivers, with the files and directories that belong to them.
@NullMarked
package dev.stowage.node.volumemanager.operations;

import org.jspecify.annotations.NullMarked;
