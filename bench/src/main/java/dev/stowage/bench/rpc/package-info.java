/// What one blocking call over a Unix socket costs.
@NullMarked
package dev.stowage.bench.rpc;

import org.jspecify.annotations.NullMarked;
