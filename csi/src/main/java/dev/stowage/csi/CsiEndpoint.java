package dev.stowage.csi;

import static java.util.Objects.requireNonNull;

import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/// The endpoint of a CSI plugin: the absolute path of a Unix socket. CSI supports no other kind of endpoint.
public record CsiEndpoint(Path socket) {

    /// The environment variable that sets the endpoint of a plugin.
    public static final String VARIABLE = "CSI_ENDPOINT";

    /// The limit of the JDK: one byte less than the kernel's `sun_path` without its terminating NUL.
    public static final int LONGEST = 106;

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(?://)?(.*)", Pattern.DOTALL);

    public CsiEndpoint {
        requireNonNull(socket, "socket");
        if (socket.getFileName() == null) {
            throw new IllegalArgumentException("CSI endpoint " + socket + " has no file name");
        }
        socket = socket.toAbsolutePath();
        int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST) {
            throw new IllegalArgumentException("the path of CSI endpoint " + socket + " is " + length
                    + " bytes long; a Unix socket path may have at most " + LONGEST + " (choose a shorter directory)");
        }
    }

    /// Accepts `unix:///a/b.sock`, `unix:/a/b.sock`, `unix://relative.sock` and a bare absolute path.
    ///
    /// @throws IllegalArgumentException for anything else, with a sentence that can be shown to the user
    public static CsiEndpoint parse(String text) {
        if (text.startsWith("/")) {
            return of(text, text);
        }
        var scheme = SCHEME.matcher(text);
        if (scheme.matches() && scheme.group(1).equalsIgnoreCase("unix")) {
            return of(text, scheme.group(2));
        }
        throw new IllegalArgumentException(
                "CSI endpoint \"" + text + "\" is not a Unix socket (write it as unix:///path/to/csi.sock)");
    }

    /// The endpoint that the supervisor set in `CSI_ENDPOINT`.
    public static CsiEndpoint fromEnvironment() {
        return fromEnvironment(System.getenv());
    }

    static CsiEndpoint fromEnvironment(Map<String, String> environment) {
        String text = environment.getOrDefault(VARIABLE, "");
        if (text.isEmpty()) {
            throw new IllegalArgumentException(
                    VARIABLE + " is not set (set it to the socket of the driver: unix:///path/to/csi.sock)");
        }
        return parse(text);
    }

    private static CsiEndpoint of(String text, String path) {
        if (path.isEmpty()) {
            throw new IllegalArgumentException("CSI endpoint \"" + text + "\" has no path");
        }
        try {
            return new CsiEndpoint(Path.of(path));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    "CSI endpoint \"" + text + "\" is not a valid path: " + e.getReason(), e);
        }
    }

    UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(socket);
    }

    /// As it is written in `CSI_ENDPOINT`.
    @Override
    public String toString() {
        return "unix://" + socket;
    }
}
