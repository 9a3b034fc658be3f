/// What all benchmarks share: timing, memory of processes, tables and their fixtures.
@NullMarked
package dev.stowage.bench.harness;

import org.jspecify.annotations.NullMarked;
