package dev.stowage.cluster.garbagecollector;

/// @param workers how many objects are looked at at once
public record GarbageCollectorOptions(int workers) {}
