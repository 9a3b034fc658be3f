package dev.stowage.image.debian;

import dev.stowage.image.layer.Sha256;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Debian packages from apt: verified by apt, unpacked into separate directories, never installed.
/// None of their scripts runs.
public final class Apt {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /// Only `xfs_scrub` needs these large packages, and it is not in the image.
    private static final String UNWANTED = "libicu";

    private final Path folder;
    private final Consumer<String> progress;

    /// @param folder the package cache, by checksum
    public Apt(Path folder, Consumer<String> progress) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.progress = progress;
    }

    /// The packages and the libraries that they need, unpacked.
    public List<UnpackedPackage> unpack(Collection<String> names) throws IOException {
        if (!CommandRunner.isInstalled("apt-get") || !CommandRunner.isInstalled("dpkg-deb")) {
            throw new IOException("cannot build the image from Debian packages: this machine has no apt-get or no"
                    + " dpkg-deb (build it on Debian or a derivative)");
        }
        try {
            return fetched(names);
        } catch (CommandFailedException e) {
            // A fresh machine has no package lists, and old lists may name packages that no longer exist.
            progress.accept("updating the package lists: " + e.getMessage());
            try {
                CommandRunner.run(PATIENCE, List.of("apt-get", "-q", "update"));
            } catch (CommandFailedException refused) {
                refused.addSuppressed(e);
                throw refused;
            }
            return fetched(names);
        }
    }

    private List<UnpackedPackage> fetched(Collection<String> names) throws IOException {
        List<DebianPackage> all = closure(names);
        List<DebianPackage> missing =
                all.stream().filter(one -> !Files.isDirectory(place(one))).toList();
        if (!missing.isEmpty()) {
            progress.accept("fetching " + missing.size() + " Debian packages");
            download(missing);
        }
        return all.stream().map(one -> new UnpackedPackage(one, place(one))).toList();
    }

    private Path place(DebianPackage one) {
        return folder.resolve(one.sha256());
    }

    /// Libraries only: recommended programs are listed explicitly if the image needs them.
    private List<DebianPackage> closure(Collection<String> names) throws IOException {
        Map<String, DebianPackage> known = new LinkedHashMap<>();
        Deque<String> open = new ArrayDeque<>(names);
        while (!open.isEmpty()) {
            List<String> asked = open.stream().distinct().toList();
            open.clear();
            List<DebianPackage> found = DebianPackage.parse(CommandRunner.run(
                    SOON,
                    Stream.concat(Stream.of("apt-cache", "show", "--no-all-versions"), asked.stream())
                            .toList()));
            for (DebianPackage one : found) {
                known.putIfAbsent(one.name(), one);
            }
            found.stream()
                    .flatMap(one -> one.needs().stream())
                    .filter(name -> name.startsWith("lib") || name.startsWith("zlib"))
                    .filter(name -> !name.startsWith(UNWANTED) && !known.containsKey(name))
                    .forEach(open::add);
        }
        return List.copyOf(known.values());
    }

    private void download(List<DebianPackage> missing) throws IOException {
        Path fresh = Files.createTempDirectory(folder, "fetch");
        try {
            List<String> argv = new ArrayList<>(List.of("env", "--chdir=" + fresh, "apt-get", "-q"));
            // apt's sandbox user may not write to our directory.
            argv.addAll(List.of("-o", "APT::Sandbox::User=root", "download"));
            missing.forEach(one -> argv.add(one.name() + "=" + one.version()));
            CommandRunner.run(PATIENCE, argv);
            Map<String, Path> bySum = new LinkedHashMap<>();
            try (Stream<Path> files = Files.list(fresh)) {
                for (Path file : files.toList()) {
                    bySum.put(Sha256.of(file), file);
                }
            }
            for (DebianPackage one : missing) {
                Path file = bySum.get(one.sha256());
                if (file == null) {
                    throw new IOException("apt-get fetched " + one.name() + " " + one.version()
                            + ", but its checksum differs from the package lists (run apt-get update and try again)");
                }
                Path unpacked = fresh.resolve(one.sha256());
                CommandRunner.run(SOON, List.of("dpkg-deb", "--extract", file.toString(), unpacked.toString()));
                Files.move(unpacked, place(one), StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            Directories.removeTree(folder, fresh.getFileName().toString());
        }
    }
}
