package dev.stowage.image.layer;

import java.io.IOException;
import java.nio.file.Path;

/// An entry of a layer.
sealed interface LayerEntry {

    /// All properties of the entry, as text.
    String identity() throws IOException;

    record Directory(int mode) implements LayerEntry {
        @Override
        public String identity() {
            return "folder " + Integer.toOctalString(mode);
        }
    }

    record HostFile(Path file, int mode) implements LayerEntry {
        @Override
        public String identity() throws IOException {
            return "file " + Integer.toOctalString(mode) + " " + Sha256.of(file);
        }
    }

    record Text(String content) implements LayerEntry {
        @Override
        public String identity() {
            return "file 644 " + Sha256.of(content);
        }
    }

    record Link(String target) implements LayerEntry {
        @Override
        public String identity() {
            return "link " + target;
        }
    }
}
