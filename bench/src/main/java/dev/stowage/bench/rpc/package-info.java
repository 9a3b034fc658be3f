/// The cost of one blocking call over a Unix socket.
@NullMarked
package dev.stowage.bench.rpc;

import org.jspecify.annotations.NullMarked;
