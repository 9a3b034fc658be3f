/// Backends side by side in a guest, on disks of the same kind: I/O on published volumes, and lives of volumes.
@NullMarked
package dev.stowage.bench.lab;

import org.jspecify.annotations.NullMarked;
