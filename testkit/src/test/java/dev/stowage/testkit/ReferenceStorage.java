package dev.stowage.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The storage of the reference driver: directories and files with real mounts for root, otherwise nothing.
final class ReferenceStorage {

    static final int BLOCK = 4096;

    private final Path root;
    private final boolean real;
    private final DriverFlaw flaw;
    private final Map<String, String> devices = new HashMap<>();

    ReferenceStorage(Path root, boolean real, DriverFlaw flaw) {
        this.root = root;
        this.real = real;
        this.flaw = flaw;
    }

    boolean real() {
        return real;
    }

    void create(String id, boolean block, long size) {
        io(() -> {
            Path place = ReferenceState.data(root, id);
            if (block) {
                Files.createDirectories(place.getParent());
                try (FileChannel file =
                        FileChannel.open(place, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                    file.write(java.nio.ByteBuffer.allocate(1), size - 1);
                }
            } else {
                Files.createDirectories(place);
            }
        });
    }

    void copy(String from, String to) {
        io(() -> {
            Path source = ReferenceState.data(root, from);
            Path target = ReferenceState.data(root, to);
            try (var paths = Files.walk(source)) {
                for (Path path : paths.toList()) {
                    if (flaw != DriverFlaw.COPY_IS_EMPTY || path.equals(source)) {
                        Files.copy(path, target.resolve(source.relativize(path).toString()));
                    }
                }
            }
        });
    }

    void delete(String id) {
        io(() -> {
            try (var paths = Files.walk(ReferenceState.data(root, id))) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        });
    }

    void publish(String id, boolean block, Path target, boolean readOnly) {
        io(() -> {
            Path source = ReferenceState.data(root, id);
            if (block) {
                String device = run("losetup", "--find", "--show", source.toString());
                devices.put(target.toString(), device);
                Files.createFile(target);
                run("mount", "--bind", device, target.toString());
            } else {
                Files.createDirectories(target);
                if (flaw == DriverFlaw.NOT_MOUNTED) {
                    return;
                }
                run("mount", "--bind", source.toString(), target.toString());
            }
            if (readOnly && flaw != DriverFlaw.READONLY_WRITABLE) {
                run("mount", "-o", "remount,bind,ro", target.toString());
            }
        });
    }

    void unpublish(Path target) {
        io(() -> {
            if (flaw == DriverFlaw.NOT_MOUNTED && Files.isDirectory(target)) {
                return;
            }
            run("umount", target.toString());
            if (flaw != DriverFlaw.TARGET_LEFT) {
                Files.delete(target);
            }
            String device = devices.remove(target.toString());
            if (device != null) {
                run("losetup", "--detach", device);
            }
        });
    }

    /// Indexes of the blocks that are not zero, or differ from the base.
    List<Long> blocks(String id, String base) {
        try {
            byte[] content = Files.readAllBytes(ReferenceState.data(root, id));
            byte[] before =
                    base.isEmpty() ? new byte[content.length] : Files.readAllBytes(ReferenceState.data(root, base));
            return java.util.stream.LongStream.range(0, content.length / BLOCK)
                    .filter(block -> !Arrays.equals(
                            content,
                            (int) block * BLOCK,
                            (int) (block + 1) * BLOCK,
                            before,
                            (int) block * BLOCK,
                            (int) (block + 1) * BLOCK))
                    .boxed()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private void io(Work work) {
        if (real) {
            try {
                work.run();
            } catch (Exception failure) {
                throw ReferenceResponder.refusal(io.grpc.Status.INTERNAL, "the reference driver failed: " + failure);
            }
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output =
                new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
        return output;
    }
}
