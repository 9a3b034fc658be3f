package dev.stowage.cli.doctor;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/// Finds sockets below a directory, without entering mounts.
final class SocketFinder extends SimpleFileVisitor<Path> {
    private static final int DEEPEST = 4;
    private static final int MOST = 64;
    private static final int TYPE = 0170000;
    private static final int SOCKET = 0140000;

    private final List<Path> found = new ArrayList<>();

    private SocketFinder() {}

    static List<Path> below(Path folder) throws IOException {
        SocketFinder files = new SocketFinder();
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.walkFileTree(folder, EnumSet.noneOf(java.nio.file.FileVisitOption.class), DEEPEST, files);
        }
        return files.found.stream().sorted().toList();
    }

    /// Skips the kubelet's staged volumes: there are no sockets, and its mounts may hang.
    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        return folder.endsWith("kubernetes.io") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (attributes.isOther() && isSocket(file)) {
            found.add(file);
        }
        return found.size() < MOST ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
        return FileVisitResult.CONTINUE;
    }

    private static boolean isSocket(Path file) {
        try {
            return ((int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) & TYPE) == SOCKET;
        } catch (IOException e) {
            return false; // it was deleted during the check
        }
    }
}
