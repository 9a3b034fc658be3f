/// Our single process compared with the Go sidecars: the same API server, the same driver, the same work.
@NullMarked
package dev.stowage.bench.sidecar;

import org.jspecify.annotations.NullMarked;
