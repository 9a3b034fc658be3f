package dev.stowage.cluster.podgc;

/// @param threshold how many pods that are over may stay; zero or less for all
public record PodGcOptions(int threshold) {}
