/// The running instances of `stowage up`: their files, locks and data directories.
@NullMarked
package dev.stowage.cli.up.instance;

import org.jspecify.annotations.NullMarked;
