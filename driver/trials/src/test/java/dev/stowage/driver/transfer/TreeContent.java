package dev.stowage.driver.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.files.FileArchive;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.FilePermissions;
import dev.stowage.linux.file.TreeEdits;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.transfer.BlockDigest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/// What a volume of files must have: the archive of it is remembered, and compared.
final class TreeContent implements TransferContent {

    private final Random random = new Random(42);
    private int next;
    private String expected = "";

    @Override
    public void scribble(Path root, int amount) throws Exception {
        for (int i = 0; i < amount; i++) {
            change(root);
        }
        expected = archive(root);
    }

    private void change(Path root) throws IOException {
        List<Path> files = files(root);
        Path directory = Files.createDirectories(root.resolve("d" + random.nextInt(5) + "/e" + random.nextInt(3)));
        Path fresh = directory.resolve("f" + next++);
        switch (files.isEmpty() ? 0 : random.nextInt(9)) {
            case 0, 1 -> write(fresh);
            case 2 -> Files.createLink(fresh, files.get(random.nextInt(files.size())));
            case 3 -> Files.createSymbolicLink(fresh, Path.of("/etc/../nowhere-" + next));
            case 4 -> {
                try (Descriptor opened = Descriptor.openDirectory(directory)) {
                    TreeEdits.makeNode(opened, "pipe" + next, 0010640, 0, 0);
                }
            }
            case 5 -> {
                Path file = files.get(random.nextInt(files.size()));
                if (!file.endsWith("big")) {
                    Files.delete(file);
                }
            }
            case 6 -> {
                Path file = files.get(random.nextInt(files.size()));
                FilePermissions.chown(file, random.nextInt(9000), random.nextInt(9000));
                Files.getFileAttributeView(file, UserDefinedFileAttributeView.class)
                        .write("colour", ByteBuffer.wrap(new byte[] {(byte) next, 0}));
            }
            default -> overwrite(files.get(random.nextInt(files.size())));
        }
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
    }

    private void write(Path file) throws IOException {
        byte[] bytes = new byte[random.nextInt(40_000)];
        random.nextBytes(bytes);
        Files.write(file, bytes);
    }

    private void overwrite(Path file) throws IOException {
        byte[] bytes = new byte[random.nextInt(9000)];
        random.nextBytes(bytes);
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            opened.seek(random.nextInt(500_000));
            opened.write(bytes);
        }
    }

    @Override
    public void mustBe(Path root) throws Exception {
        assertThat(archive(root)).isEqualTo(expected);
    }

    private static String archive(Path root) throws Exception {
        try (TransferBlocks blocks = FileArchive.of(Bytes.mebi(96), Descriptor.openDirectory(root))) {
            return BlockDigest.of(blocks, false).toString();
        }
    }
}
