package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.transfer.v1alpha1.Copy;

/// A transfer that is complete and verified.
///
/// @param bytesTotal of all blocks of the transfer; those of a difference are those that differ. 0 when the copy was
///     complete before
/// @param bytesSent what went over the network
/// @param copy as it is now at the target
/// @param wasComplete whether the target had the content already, from an earlier call whose answer was lost
public record CarrierResult(long bytesTotal, long bytesSent, Copy copy, boolean wasComplete) {}
