package dev.stowage.cluster.garbagecollector;

/// @param workers how many objects are processed at the same time
public record GarbageCollectorOptions(int workers) {}
