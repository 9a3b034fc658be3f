package dev.stowage.sidecar.mover.link;

/// How far a transfer is.
///
/// @param bytesWalked up to where the volume was read; with few blocks to send it grows in leaps
/// @param bytesSent what went over the network, compressed or not, repeats included
/// @param bytesTotal the size of the volume
/// @param bytesPerSecond of blocks, before compression, in the last seconds
public record CarrierProgress(long bytesWalked, long bytesSent, long bytesTotal, long bytesPerSecond) {}
