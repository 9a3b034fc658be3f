/// Benchmarks that put Stowage beside a peer in the same run, on the same machine: `./stowage bench`. A figure
/// without
/// its peer says more about the machine than about us.
@NullMarked
package dev.stowage.bench;

import org.jspecify.annotations.NullMarked;
