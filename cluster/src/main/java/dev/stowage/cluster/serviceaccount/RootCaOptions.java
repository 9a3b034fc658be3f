package dev.stowage.cluster.serviceaccount;

/// @param authority in PEM; empty for the one by which this process knows the server
public record RootCaOptions(String authority) {}
