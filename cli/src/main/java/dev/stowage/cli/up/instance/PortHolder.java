package dev.stowage.cli.up.instance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds the process that listens on a TCP port, as far as this user may see it.
public final class PortHolder {
    private static final String LISTEN = "0A";
    private static final String MAIN = "dev.stowage.cli.Main";

    private PortHolder() {}

    /// As `process 17 (nginx)`; empty when it cannot be found.
    public static Optional<String> of(int port) {
        try {
            Set<String> sockets = new HashSet<>();
            for (String table : List.of("tcp", "tcp6")) {
                sockets.addAll(listening(Files.readString(Path.of("/proc/net", table)), port));
            }
            if (sockets.isEmpty()) {
                return Optional.empty();
            }
            try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
                for (Path process : processes) {
                    if (hasOpen(process, sockets)) {
                        return Optional.of("process " + process.getFileName() + " (" + name(process) + ")");
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /// @param table as in `/proc/net/tcp`
    /// @return the links of the sockets in `/proc/PID/fd`
    static Set<String> listening(String table, int port) {
        Set<String> sockets = new HashSet<>();
        String suffix = ":%04X".formatted(port);
        for (String line : table.lines().skip(1).toList()) {
            String[] fields = line.strip().split("\\s+", -1);
            if (fields.length > 9 && fields[1].endsWith(suffix) && fields[3].equals(LISTEN)) {
                sockets.add("socket:[" + fields[9] + "]");
            }
        }
        return sockets;
    }

    /// Processes of other users cannot be read, and one may end while it is read.
    private static boolean hasOpen(Path process, Set<String> sockets) {
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            return files.anyMatch(file -> sockets.contains(link(file)));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static String link(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /// The command for one of ours, which are all called java.
    private static String name(Path process) throws IOException {
        List<String> words = List.of(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                .split("\0", 0));
        int main = words.indexOf(MAIN);
        return main < 0
                ? Files.readString(process.resolve("comm")).strip()
                : "stowage " + String.join(" ", words.subList(main + 1, words.size()));
    }
}
