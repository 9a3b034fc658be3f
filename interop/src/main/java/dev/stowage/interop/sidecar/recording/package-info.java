/// Records what a sidecar does: a proxy in front of the API server and one in front of the driver write one
/// transcript.
@NullMarked
package dev.stowage.interop.sidecar.recording;

import org.jspecify.annotations.NullMarked;
