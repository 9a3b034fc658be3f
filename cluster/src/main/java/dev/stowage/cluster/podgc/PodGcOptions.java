package dev.stowage.cluster.podgc;

/// @param threshold how many terminated pods may stay; zero or less for all
public record PodGcOptions(int threshold) {}
