package dev.stowage.control.ephemeral;

/// @param workers how many pods are reconciled at the same time
public record EphemeralVolumeOptions(int workers) {}
