package dev.stowage.sidecar.registrar;

import java.nio.file.Path;
import java.time.Duration;

/// @param directory the kubelet's plugins_registry, as mounted here
/// @param driverSocket the path of the driver's socket as the kubelet sees it; empty when not set
/// @param timeout of calls to the driver, and to our own socket for health checks
/// @param port of the health page; 0 for none
/// @param probeOnly the deprecated mode that once checked the registration, and now always succeeds
public record RegistrarOptions(
        Path directory, String driverSocket, Duration timeout, int port, boolean recordings, boolean probeOnly) {}
