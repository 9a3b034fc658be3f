package dev.stowage.explain.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// Reads the cluster state from a bundle. The file is not trusted.
public final class BundleReader {
    private static final int MOST_ENTRIES = 256;
    private static final long MOST_BYTES = 512L << 20;
    private static final long LARGEST_ENTRY = 128L << 20;

    private final long mostBytes;

    public BundleReader() {
        this(MOST_BYTES);
    }

    BundleReader(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /// @throws IOException with a message for the user if it is not a bundle
    public ClusterState read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return picture(new TarReader(new BoundedInputStream(new GZIPInputStream(in), mostBytes)));
        } catch (NoSuchFileException e) {
            throw new IOException("bundle " + file + " does not exist", e);
        } catch (IOException e) {
            throw new IOException(file + " is not a valid bundle: " + e.getMessage(), e);
        }
    }

    private static ClusterState picture(TarReader tar) throws IOException {
        Map<ResourceKind, List<KubeResource>> things = new EnumMap<>(ResourceKind.class);
        JsonNode manifest = Json.object();
        Optional<TarReader.Entry> next = tar.next();
        for (int count = 1; next.isPresent(); count++) {
            TarReader.Entry entry = next.get();
            if (count > MOST_ENTRIES) {
                throw new IOException("it has more than " + MOST_ENTRIES + " entries");
            }
            Optional<ResourceKind> sort = BundleLayout.sort(entry.name());
            if (!entry.isFile() || (sort.isEmpty() && !entry.name().equals(BundleLayout.MANIFEST))) {
                tar.pass(entry);
            } else if (entry.size() > LARGEST_ENTRY) {
                throw new IOException("one of its entries is larger than " + (LARGEST_ENTRY >> 20) + " MiB");
            } else if (sort.isPresent()) {
                if (things.put(sort.get(), things(sort.get(), tar.read(entry))) != null) {
                    throw new IOException("it has " + sort.get().plural() + " twice");
                }
            } else {
                manifest = Json.read(tar.read(entry));
            }
            next = tar.next();
        }
        return picture(manifest, things);
    }

    private static ClusterState picture(JsonNode manifest, Map<ResourceKind, List<KubeResource>> things)
            throws IOException {
        if (manifest.path("format").asInt() != BundleLayout.FORMAT) {
            throw new IOException("it has no manifest of format " + BundleLayout.FORMAT);
        }
        Map<ResourceKind, String> unseen = new EnumMap<>(ResourceKind.class);
        for (ResourceKind resourceKind : ResourceKind.values()) {
            JsonNode why = manifest.path("unseen").path(resourceKind.plural());
            if (why.isTextual()) {
                unseen.put(resourceKind, why.textValue());
            } else if (!things.containsKey(resourceKind)) {
                unseen.put(resourceKind, "not in the bundle");
            }
        }
        try {
            Instant taken = Instant.parse(manifest.path("taken").asText());
            return new ClusterState(taken, manifest.path("server").asText(), things, unseen);
        } catch (DateTimeParseException e) {
            throw new IOException("its manifest has no valid timestamp", e);
        }
    }

    private static List<KubeResource> things(ResourceKind resourceKind, byte[] content) throws IOException {
        List<KubeResource> things = new ArrayList<>();
        for (JsonNode item : Json.read(content).path("items")) {
            if (item.isObject()) {
                things.add(new KubeResource(resourceKind, item));
            }
        }
        return things;
    }
}
