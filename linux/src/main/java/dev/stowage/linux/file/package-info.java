/// Files and directories through descriptors: paths resolved beneath a directory, removal of trees.
@NullMarked
package dev.stowage.linux.file;

import org.jspecify.annotations.NullMarked;
