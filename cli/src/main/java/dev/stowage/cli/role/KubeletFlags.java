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

/// What a driver is told about the kubelet: flags of `csi-node-driver-registrar` and `livenessprobe`, by their names.
final class KubeletFlags {

    /// Longest that the look at our own registration may take, as the registrar has it.
    private static final Duration LOOK = Duration.ofSeconds(1);

    private static final int LAST_PORT = 65535;

    private final Flag<String> driverSocket;
    private final Flag<String> directory;
    private final Flag<Integer> port;
    private final Flag<Duration> probeTimeout;

    KubeletFlags(FlagSet flags) {
        driverSocket = flags.text(
                "kubelet-registration-path",
                "",
                "Path of the driver's socket as the kubelet sees it: register there. Without it, no registration.");
        directory = flags.directory(
                "plugin-registration-path", "/registration", "Where the kubelet's plug-in directory is mounted here.");
        port = flags.integer("health-port", 0, "Port of a page /healthz of its own; 0 for none.");
        probeTimeout = flags.duration("probe-timeout", Duration.ofSeconds(3), "Longest that a look at /healthz takes.");
    }

    /// Empty when the kubelet shall not hear of the driver.
    Optional<RegistrarOptions> registration(ParsedFlags line) {
        String socket = line.value(driverSocket);
        return socket.isEmpty()
                ? Optional.empty()
                : Optional.of(new RegistrarOptions(Path.of(line.value(directory)), socket, LOOK, 0, false, false));
    }

    /// Empty for no page of its own.
    Optional<ListenAddress> healthPage(ParsedFlags line) {
        int number = line.value(port);
        if (number < 0 || number > LAST_PORT) {
            throw new UsageException("flag --health-port: " + number + " is no port");
        }
        return number == 0 ? Optional.empty() : Optional.of(new ListenAddress("0.0.0.0", number));
    }

    Duration probeTimeout(ParsedFlags line) {
        return line.value(probeTimeout);
    }
}
