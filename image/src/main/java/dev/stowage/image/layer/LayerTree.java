package dev.stowage.image.layer;

import dev.stowage.linux.tar.TarOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The tree of a layer. The owner is always root, a file is executable or not, and all timestamps are the same,
/// so that the result does not depend on the build machine.
public final class LayerTree {

    /// The timestamp of every file in every image, and of every entry in our jars.
    public static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private static final int PLAIN = 0644;
    private static final int RUNNABLE = 0755;

    /// Sorted, so that a directory comes before its contents.
    private final TreeMap<String, LayerEntry> nodes = new TreeMap<>();

    public LayerTree folder(String path, int mode) {
        return put(path, new LayerEntry.Directory(mode));
    }

    public LayerTree file(String path, Path content) {
        return put(path, new LayerEntry.HostFile(content, Files.isExecutable(content) ? RUNNABLE : PLAIN));
    }

    public LayerTree text(String path, String content) {
        return put(path, new LayerEntry.Text(content));
    }

    public LayerTree link(String path, String target) {
        return put(path, new LayerEntry.Link(target));
    }

    /// Adds all files of a directory on this machine.
    public LayerTree all(String path, Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path each : walk.toList()) {
                String name = folder.relativize(each).toString();
                String place = name.isEmpty() ? path : path + "/" + name;
                if (Files.isSymbolicLink(each)) {
                    link(place, Files.readSymbolicLink(each).toString());
                } else if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                    folder(place, RUNNABLE);
                } else {
                    file(place, each);
                }
            }
        }
        return this;
    }

    public boolean has(String path) {
        return nodes.containsKey(path);
    }

    public boolean isEmpty() {
        return nodes.isEmpty();
    }

    private LayerTree put(String path, LayerEntry layerEntry) {
        if (path.isEmpty() || path.startsWith("/")) {
            throw new IllegalArgumentException("\"" + path + "\" is not a path within a layer");
        }
        for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            nodes.putIfAbsent(path.substring(0, slash), new LayerEntry.Directory(RUNNABLE));
        }
        nodes.put(path, layerEntry);
        return this;
    }

    /// Equal for equal content only.
    String identity() throws IOException {
        StringBuilder all = new StringBuilder("1 ").append(TIME).append('\n');
        for (Map.Entry<String, LayerEntry> node : nodes.entrySet()) {
            all.append(node.getKey())
                    .append('\0')
                    .append(node.getValue().identity())
                    .append('\n');
        }
        return Sha256.of(all.toString());
    }

    void write(TarOutput tar) throws IOException {
        for (Map.Entry<String, LayerEntry> entry : nodes.entrySet()) {
            String path = entry.getKey();
            var _ = switch (entry.getValue()) {
                case LayerEntry.Directory directory -> tar.directory(path, directory.mode());
                case LayerEntry.HostFile hostFile -> tar.file(path, hostFile.mode(), hostFile.file());
                case LayerEntry.Text text ->
                    tar.file(path, PLAIN, text.content().getBytes(StandardCharsets.UTF_8));
                case LayerEntry.Link link -> tar.link(path, link.target());
            };
        }
    }
}
