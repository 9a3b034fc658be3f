package dev.stowage.sidecar.registrar;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import java.nio.file.Path;
import java.time.Duration;

/// The flags of `csi-node-driver-registrar`.
public final class RegistrarFlags {

    private final RoleFlag<Duration> timeout;
    private final RoleFlag<String> directory;
    private final RoleFlag<String> driverSocket;
    private final RoleFlag<Integer> port;
    private final RoleFlag<Boolean> recordings;
    private final RoleFlag<String> mode;

    public RegistrarFlags(RoleFlags flags) {
        timeout = flags.duration("timeout", Duration.ofSeconds(1), "Timeout of a call to the driver.");
        directory = flags.text(
                "plugin-registration-path",
                "/registration",
                "Path where the kubelet's plugins_registry directory is mounted.");
        driverSocket = flags.text(
                "kubelet-registration-path", "", "Path of the driver's socket as the kubelet sees it. Required.");
        port = flags.integer("health-port", 0, "Deprecated: port of the health page; use --http-endpoint.");
        recordings = flags.bool("enable-pprof", false, "Serve flight recordings of this process.");
        mode = flags.text("mode", "", "Deprecated: kubelet-registration-probe exits at once with status 0.");
    }

    public RegistrarOptions read(ParsedFlags line) {
        return new RegistrarOptions(
                Path.of(directory.in(line)),
                driverSocket.in(line),
                timeout.in(line),
                port.in(line),
                recordings.in(line),
                mode.in(line).equals("kubelet-registration-probe"));
    }
}
