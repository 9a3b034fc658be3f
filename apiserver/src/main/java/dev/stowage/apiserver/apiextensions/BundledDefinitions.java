package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// The CustomResourceDefinitions of a new server: volume snapshots, volume group snapshots, volume
/// moves and standby copies.
public final class BundledDefinitions {
    private static final List<String> NAMES = List.of(
            "volumesnapshotclasses",
            "volumesnapshotcontents",
            "volumesnapshots",
            "volumegroupsnapshotclasses",
            "volumegroupsnapshotcontents",
            "volumegroupsnapshots",
            "volumemoves",
            "volumestandbys");

    private BundledDefinitions() {}

    /// As a client would send them.
    public static List<ObjectNode> all() {
        ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
        List<ObjectNode> all = new ArrayList<>();
        for (String name : NAMES) {
            try (InputStream in = BundledDefinitions.class.getResourceAsStream(name + ".yaml")) {
                if (in == null) {
                    throw new IllegalStateException("bundled definition " + name + ".yaml is missing");
                }
                all.add((ObjectNode) yaml.readTree(in));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read bundled definition " + name + ".yaml", e);
            }
        }
        return all;
    }
}
