package dev.stowage.cli.role;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.endpoint.ListenAddress;
import dev.stowage.sidecar.registrar.RegistrarOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The flags of `csi-node-driver-registrar` and `livenessprobe` on a driver, under their upstream names.
final class KubeletFlags {

    /// Timeout of the check of our own registration, as in csi-node-driver-registrar.
    private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(1);

    private static final int MAX_PORT = 65535;

    private final Flag<String> driverSocket;
    private final Flag<String> directory;
    private final Flag<Integer> port;
    private final Flag<Duration> probeTimeout;

    KubeletFlags(FlagSet flags) {
        driverSocket = flags.text(
                "kubelet-registration-path",
                "",
                "Path of the driver's socket as the kubelet sees it; empty to skip the registration.");
        directory = flags.directory(
                "plugin-registration-path",
                "/registration",
                "Directory where the kubelet's plugin registry is mounted.");
        port = flags.integer("health-port", 0, "Port of a separate /healthz endpoint; 0 for none.");
        probeTimeout = flags.duration("probe-timeout", Duration.ofSeconds(3), "Timeout of the probe behind /healthz.");
    }

    /// Empty when the driver is not registered with the kubelet.
    Optional<RegistrarOptions> registration(ParsedFlags line) {
        String socket = line.value(driverSocket);
        return socket.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new RegistrarOptions(Path.of(line.value(directory)), socket, CHECK_TIMEOUT, 0, false, false));
    }

    /// Empty for no separate endpoint.
    Optional<ListenAddress> healthPage(ParsedFlags line) {
        int number = line.value(port);
        if (number < 0 || number > MAX_PORT) {
            throw new UsageException("flag --health-port: " + number + " is not a port number");
        }
        return number == 0 ? Optional.empty() : Optional.of(new ListenAddress("0.0.0.0", number));
    }

    Duration probeTimeout(ParsedFlags line) {
        return line.value(probeTimeout);
    }
}
