package dev.stowage.sidecar.registrar;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.manager.ControllerRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A socket in the kubelet's plugins_registry directory, through which the kubelet gets the driver's name and
/// socket. Only its owner may connect, from the moment it exists.
public final class NodeDriverRegistrar implements ControllerRole {

    private final String driverName;
    private final RegistrarOptions options;
    private final CsiEndpoint socket;
    private final Consumer<String> fatal;
    private @Nullable SocketServer server;

    /// @param fatal ends the process for the given reason
    public NodeDriverRegistrar(String driverName, RegistrarOptions options, Consumer<String> fatal) {
        if (driverName.contains("/")) {
            throw new IllegalArgumentException(
                    "CSI driver name " + driverName + " contains a slash and cannot be used as a file name");
        }
        this.driverName = driverName;
        this.options = options;
        this.socket = new CsiEndpoint(options.directory().resolve(driverName + "-reg.sock"));
        this.fatal = fatal;
    }

    @Override
    public String name() {
        return "registrar";
    }

    @Override
    public String leaseName() {
        return "";
    }

    public HttpPage health() {
        return new RegistrationHealth(socket, driverName, options.timeout());
    }

    @Override
    public void start() {
        Path place = socket.socket();
        try {
            if (!Files.isDirectory(options.directory())) {
                throw new IOException("registration directory " + options.directory()
                        + " does not exist (mount the kubelet's plugins_registry there, or set"
                        + " --plugin-registration-path)");
            }
            // A socket that still answers belongs to the pod that this one replaces.
            if (isSpecial(place)) {
                Files.deleteIfExists(place);
            }
            server = SocketServer.start(
                    socket,
                    ServerOptions.defaults().withDrain(Duration.ofSeconds(1)),
                    List.of(new RegistrationService(driverName, options.driverSocket(), fatal)));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static boolean isSpecial(Path place) {
        return Files.exists(place, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)
                && !Files.isSymbolicLink(place);
    }

    /// Removes the socket, unless a successor has put its own there.
    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
