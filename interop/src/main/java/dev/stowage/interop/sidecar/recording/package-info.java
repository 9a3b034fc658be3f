/// What a sidecar did, written down between it and the others: a proxy before the API server and one before
/// the driver,
/// with one transcript for both.
@NullMarked
package dev.stowage.interop.sidecar.recording;

import org.jspecify.annotations.NullMarked;
