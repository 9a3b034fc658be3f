package dev.stowage.control.nodelife;

/// @param threshold how many pods that are over may stay; zero or less for all
public record PodCollectionOptions(int threshold) {}
