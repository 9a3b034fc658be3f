/// One script for a sidecar of ours and for the Go one of the same name, on a real control plane and our driver: what
/// they write and call must be the same, and is kept as text.
@NullMarked
package dev.stowage.interop.sidecar;

import org.jspecify.annotations.NullMarked;
