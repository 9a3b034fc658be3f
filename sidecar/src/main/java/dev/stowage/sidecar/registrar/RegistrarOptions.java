package dev.stowage.sidecar.registrar;

import java.nio.file.Path;
import java.time.Duration;

/// @param directory where the kubelet looks for plug-ins, as it is called here
/// @param driverSocket where the kubelet finds the driver's socket, as the kubelet calls it; empty when not said
/// @param timeout of calls to the driver, and to our own socket when its health is asked for
/// @param port where the health page stands; 0 for nowhere
/// @param probeOnly the deprecated mode that once asked whether registration went well, and now always says yes
public record RegistrarOptions(
        Path directory, String driverSocket, Duration timeout, int port, boolean recordings, boolean probeOnly) {}
