package dev.stowage.image.layer;

import dev.stowage.linux.tar.TarOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Properties;
import java.util.zip.GZIPOutputStream;

/// Compresses layers and caches them: compression is most of the work, and most layers do not change between
/// builds.
public final class LayerStore {
    private final Path folder;

    public LayerStore(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    public Layer pack(String title, LayerTree layerTree) throws IOException {
        String key = layerTree.identity();
        Path file = folder.resolve(key + ".tar.gz");
        Path notes = folder.resolve(key + ".properties");
        if (!Files.exists(notes) || !Files.exists(file)) {
            write(layerTree, file, notes);
        }
        BuildCache.touch(file);
        BuildCache.touch(notes);
        Properties known = new Properties();
        try (InputStream in = Files.newInputStream(notes)) {
            known.load(in);
        }
        return new Layer(
                title,
                known.getProperty("digest"),
                known.getProperty("diffId"),
                Files.size(file),
                Long.parseLong(known.getProperty("unpacked")),
                file);
    }

    private void write(LayerTree layerTree, Path file, Path notes) throws IOException {
        Path fresh = Files.createTempFile(folder, "layer", ".new");
        try {
            MessageDigest packed = Sha256.digest();
            MessageDigest plain = Sha256.digest();
            long length;
            try (Counting counting = new Counting(new DigestOutputStream(
                    new GZIPOutputStream(
                            new DigestOutputStream(new BufferedOutputStream(Files.newOutputStream(fresh)), packed),
                            1 << 16),
                    plain))) {
                try (TarOutput tar = new TarOutput(new BufferedOutputStream(counting, 1 << 16), LayerTree.TIME)) {
                    layerTree.write(tar);
                }
                length = counting.count();
            }
            Properties known = new Properties();
            known.setProperty("digest", Sha256.hex(packed.digest()));
            known.setProperty("diffId", Sha256.hex(plain.digest()));
            known.setProperty("unpacked", Long.toString(length));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            // Last: if the metadata exists, the layer does too.
            try (OutputStream out = Files.newOutputStream(fresh)) {
                known.store(out, null);
            }
            Files.move(fresh, notes, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /// Counts the bytes.
    private static final class Counting extends OutputStream {
        private final OutputStream to;
        private long count;

        Counting(OutputStream to) {
            this.to = to;
        }

        long count() {
            return count;
        }

        @Override
        public void write(int one) throws IOException {
            to.write(one);
            count++;
        }

        @Override
        public void write(byte[] some, int from, int length) throws IOException {
            to.write(some, from, length);
            count += length;
        }

        @Override
        public void flush() throws IOException {
            to.flush();
        }

        @Override
        public void close() throws IOException {
            to.close();
        }
    }
}
