package dev.stowage.node.localvolume;

import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What the path of a local volume leads to.
///
/// @param path without links
/// @param device whether it is a block device, otherwise it is a directory
record LocalPath(Path path, boolean device) {

    /// The path as the volume has it.
    static Path written(PersistentVolume volume) throws IOException {
        String text = Optional.ofNullable(volume.nodeSource())
                .map(source -> source.source().path("path").asText(""))
                .orElse("");
        if (text.isEmpty() || text.indexOf('\0') >= 0) {
            throw new IOException("local volume source is nil or local path is not set");
        }
        for (Path part : Path.of(text)) {
            if (part.toString().equals("..")) {
                throw new IOException("invalid path: " + text + " must not contain '..'");
            }
        }
        return Path.of("/").resolve(text);
    }

    static LocalPath of(PersistentVolume volume) throws IOException {
        Path written = written(volume);
        if (Files.notExists(written)) {
            throw new IOException("path " + GoQuote.of(written.toString()) + " does not exist");
        }
        Path real = written.toRealPath();
        Stat found = Stat.of(real);
        if (!found.isDirectory() && !found.isBlockDevice()) {
            throw new IOException("only directory and block device are supported");
        }
        return new LocalPath(real, found.isBlockDevice());
    }
}
