/// `./stowage bench`: benchmarks of Stowage and a peer in the same run, on the same machine. A figure without its
/// peer says more about the machine than about Stowage.
@NullMarked
package dev.stowage.bench;

import org.jspecify.annotations.NullMarked;
