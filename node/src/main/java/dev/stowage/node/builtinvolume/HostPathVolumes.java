package dev.stowage.node.builtinvolume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.linux.file.Directories;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Volumes of type hostPath. Their paths are checked, created when the pod says so, and never deleted.
final class HostPathVolumes {
    private static final int DIRECTORY_MODE = 0755;
    private static final int TYPE = 0170000;
    private static final int SOCKET = 0140000;
    private static final int CHARACTER_DEVICE = 0020000;
    private static final int BLOCK_DEVICE = 0060000;

    private HostPathVolumes() {}

    static Path check(JsonNode source) throws IOException {
        String text = source.path("path").asText("");
        if (text.isEmpty() || text.indexOf('\0') >= 0) {
            throw new IOException("invalid HostPath `" + text.replace('\0', '?') + "`: must name a file");
        }
        Path path = Path.of(text);
        for (Path part : path) {
            if (part.toString().equals("..")) {
                throw new IOException("invalid HostPath `" + text + "`: must not contain '..'");
            }
        }
        check(path, source.path("type").asText(""));
        return path;
    }

    private static void check(Path path, String type) throws IOException {
        switch (type) {
            case "" -> {}
            case "DirectoryOrCreate" -> {
                if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    Directories.ensure(path, DIRECTORY_MODE);
                }
                require(Files.isDirectory(path), path, "a directory");
            }
            case "Directory" -> require(Files.isDirectory(path), path, "a directory");
            case "FileOrCreate" -> {
                makeFile(path);
                require(Files.isRegularFile(path), path, "a file");
            }
            case "File" -> require(Files.isRegularFile(path), path, "a file");
            case "Socket" -> require(isOf(path, SOCKET), path, "a socket file");
            case "CharDevice" -> require(isOf(path, CHARACTER_DEVICE), path, "a character device");
            case "BlockDevice" -> require(isOf(path, BLOCK_DEVICE), path, "a block device");
            default -> throw new IOException(type + " is an invalid volume type");
        }
    }

    private static void makeFile(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        } catch (FileAlreadyExistsException e) {
            // Another process created it in the meantime; its type is checked next.
        } catch (NoSuchFileException e) {
            throw new IOException("open " + path + ": no such file or directory", e);
        }
    }

    /// Links are resolved, as they are when the path is mounted.
    private static boolean isOf(Path path, int type) throws IOException {
        return Files.exists(path) && ((Integer) Files.getAttribute(path, "unix:mode") & TYPE) == type;
    }

    private static void require(boolean is, Path path, String what) throws IOException {
        if (!is) {
            throw new IOException("hostPath type check failed: " + path + " is not " + what);
        }
    }
}
