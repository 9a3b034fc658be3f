/// What grows when everything runs in one process for an hour.
@NullMarked
package dev.stowage.bench.soak;

import org.jspecify.annotations.NullMarked;
