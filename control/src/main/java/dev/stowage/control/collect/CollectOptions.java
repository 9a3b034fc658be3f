package dev.stowage.control.collect;

/// @param workers how many objects are looked at at once
public record CollectOptions(int workers) {}
