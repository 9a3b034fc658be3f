/// One script for our sidecar and for the Go sidecar of the same name, on a real control plane with our driver: their
/// API writes and CSI calls must be the same, and are stored as transcripts.
@NullMarked
package dev.stowage.interop.sidecar;

import org.jspecify.annotations.NullMarked;
