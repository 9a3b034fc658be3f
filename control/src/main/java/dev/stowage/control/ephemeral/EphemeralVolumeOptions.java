package dev.stowage.control.ephemeral;

/// @param workers how many pods are looked at at once
public record EphemeralVolumeOptions(int workers) {}
