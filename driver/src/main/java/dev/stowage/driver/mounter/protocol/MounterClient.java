package dev.stowage.driver.mounter.protocol;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Asks the mounter of this node. Safe for several threads: every request has its own connection.
///
/// @param socket where the mounter listens; empty when none is configured
public record MounterClient(Optional<Path> socket) {
    public static final MounterClient NONE = new MounterClient(Optional.empty());

    /// Longer than the mounter waits for a program to mount.
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private static final Duration SENDING = Duration.ofSeconds(5);

    /// The mounter sends a line at least this often, also when nothing happens.
    static final Duration SILENCE = Duration.ofSeconds(60);

    private static final int MOST_LINES = 10_000;

    /// @param endpoint a path, also with `unix://` before it
    public static Path socketOf(String endpoint) {
        String path = endpoint.startsWith("unix://") ? endpoint.substring("unix://".length()) : endpoint;
        return Path.of(path).toAbsolutePath().normalize();
    }

    public static MounterClient at(Path socket) {
        return new MounterClient(Optional.of(socket));
    }

    /// @return the directory at which the share is mounted
    public Path mount(String name) throws IOException {
        return Path.of(ask(new MounterRequest.Mount(name)).getLast());
    }

    public void unmount(String name) throws IOException {
        List<String> ignored = ask(new MounterRequest.Unmount(name));
    }

    /// A line for each share.
    public List<String> list() throws IOException {
        List<String> lines = ask(new MounterRequest.ListShares());
        return lines.subList(0, lines.size() - 1);
    }

    private List<String> ask(MounterRequest request) throws IOException {
        try (MessageChannel channel = connect()) {
            channel.write(request.line(), SENDING);
            List<String> lines = new ArrayList<>();
            while (lines.size() < MOST_LINES) {
                String line = channel.read(PATIENCE);
                if (line.startsWith("error ")) {
                    throw new IOException(line.substring("error ".length()));
                }
                if (line.equals("ok") || line.startsWith("ok ")) {
                    lines.add(line.substring(Math.min(line.length(), "ok ".length())));
                    return lines;
                }
                lines.add(line);
            }
            throw new IOException("the mounter sent more than " + MOST_LINES + " lines");
        }
    }

    /// Reports shares that are mounted, or mounted again, until the connection ends; then it throws.
    public void watch(Consumer<String> mounted) throws IOException {
        try (MessageChannel channel = connect()) {
            channel.write(new MounterRequest.Watch().line(), SENDING);
            while (true) {
                String line = channel.read(SILENCE);
                if (line.startsWith("error ")) {
                    throw new EOFException(line.substring("error ".length()));
                }
                if (line.startsWith("mounted ")) {
                    mounted.accept(line.substring("mounted ".length()));
                }
            }
        }
    }

    private MessageChannel connect() throws IOException {
        Path path = socket.orElseThrow(() -> new IOException("no mounter is configured (set --mounter-endpoint)"));
        try {
            return MessageChannel.connect(path);
        } catch (IOException e) {
            throw new IOException(
                    "cannot connect to the mounter at %s: %s; start \"stowage mounter\""
                            .formatted(path, e.getMessage()),
                    e);
        }
    }
}
