package dev.stowage.node.podworker.startspec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.linux.file.Directories;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.runtime.ContainerMount;
import dev.stowage.node.runtime.ContainerMount.Propagation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The termination message that a container writes to its file.
public final class TerminationMessage {
    private static final int LONGEST = 4096;
    private static final int LONGEST_OF_LOG = 2048;
    private static final int MOST_LINES = 80;

    private final KubeletPaths paths;

    public TerminationMessage(KubeletPaths paths) {
        this.paths = paths;
    }

    private Path file(String uid, String container, int attempt) {
        return paths.container(uid, container).resolve(String.valueOf(attempt));
    }

    /// Creates the file; empty when the container does not use one.
    Optional<ContainerMount> prepare(String uid, JsonNode container, int attempt) throws IOException {
        String target = container.path("terminationMessagePath").asText("");
        if (target.isEmpty()) {
            return Optional.empty();
        }
        Path file = file(uid, container.path("name").asText(""), attempt);
        Directories.ensure(paths.container(uid, container.path("name").asText("")));
        Files.deleteIfExists(file);
        Files.createFile(file);
        // Writable for any user, because the container may run as any user.
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        return Optional.of(new ContainerMount(file, target, false, Propagation.NONE));
    }

    /// The content of the file, or the end of the log if the file is empty and the policy says so.
    public String read(String uid, JsonNode container, int attempt, boolean failed, Path log) {
        String words = tail(file(uid, container.path("name").asText(""), attempt), LONGEST);
        boolean fallback = failed
                && words.isEmpty()
                && container.path("terminationMessagePolicy").asText("").equals("FallbackToLogsOnError");
        return fallback ? lines(tail(log, LONGEST_OF_LOG * 2)) : words;
    }

    /// The text of the last log lines, without the CRI prefix.
    private static String lines(String log) {
        Deque<String> lines = new ArrayDeque<>();
        for (String line : log.split("\n", -1)) {
            String[] parts = line.split(" ", 4);
            if (parts.length == 4 && (parts[1].equals("stdout") || parts[1].equals("stderr"))) {
                lines.add(parts[3]);
            }
        }
        while (lines.size() > MOST_LINES) {
            lines.removeFirst();
        }
        String text = String.join("\n", lines);
        text = text.isEmpty() ? text : text + "\n";
        return text.length() <= LONGEST_OF_LOG ? text : text.substring(text.length() - LONGEST_OF_LOG);
    }

    /// The container can replace the file, so a link is not followed.
    private static String tail(Path file, int most) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return "";
        }
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            long length = in.length();
            byte[] bytes = new byte[(int) Math.min(length, most)];
            in.seek(length - bytes.length);
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
