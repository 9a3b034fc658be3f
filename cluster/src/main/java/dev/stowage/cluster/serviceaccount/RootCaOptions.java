package dev.stowage.cluster.serviceaccount;

/// @param authority in PEM; empty for those with which this process verifies the server
public record RootCaOptions(String authority) {}
