package dev.stowage.cli.up;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// The zones of a cluster; its nodes are distributed over them in turn. They are recorded in `zones.json` in the data
/// directory: volumes and labels of nodes refer to them, so an existing cluster keeps its zones.
///
/// @param names empty for a cluster without zones
record Zones(List<String> names) {

    static final Zones NONE = new Zones(List.of());

    private static final String FILE = "zones.json";
    private static final String FIELD = "zones";

    /// It becomes the value of a label, a directory and part of the name of a pool.
    private static final String NAME = "[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?";

    Zones {
        names = List.copyOf(names);
        for (String name : names) {
            if (!name.matches(NAME)) {
                throw new IllegalArgumentException("\"" + name
                        + "\" is not a name of a zone (use at most 50 lower-case letters, digits and dashes)");
            }
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("a zone is named twice");
        }
    }

    static Zones parse(List<String> names) {
        try {
            return new Zones(names);
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --zones: " + e.getMessage());
        }
    }

    static Zones read(Path data) throws IOException {
        Path file = data.resolve(FILE);
        try {
            List<String> names = new ArrayList<>();
            for (JsonNode name : Json.read(Files.readAllBytes(file)).path(FIELD)) {
                names.add(name.asText());
            }
            return new Zones(names);
        } catch (NoSuchFileException _) {
            return NONE;
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "cannot read the zones of the cluster in " + file + ": " + e.getMessage()
                            + " (restore the file: {\"zones\": [\"NAME\", …]}, in the order of the nodes)",
                    e);
        }
    }

    void write(Path data) throws IOException {
        ObjectNode object = Json.object();
        ArrayNode list = object.putArray(FIELD);
        names.forEach(list::add);
        Path next = data.resolve(FILE + ".next");
        Files.write(next, Json.write(object));
        Files.move(next, data.resolve(FILE), ATOMIC_MOVE, REPLACE_EXISTING);
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    /// @param node the index of the node, from 0
    Optional<String> of(int node) {
        return names.isEmpty() ? Optional.empty() : Optional.of(names.get(node % names.size()));
    }

    /// The zones of the cluster: those of the last start if none are given.
    ///
    /// @throws UsageException when others are given, or when a zone would have no node
    Zones orRecorded(Zones recorded, int nodes) {
        if (!isEmpty() && !recorded.isEmpty() && !equals(recorded)) {
            throw new UsageException("flag --zones: the cluster has the zones " + recorded
                    + ", which cannot be changed (start without --zones, or use another --data)");
        }
        Zones decided = isEmpty() ? recorded : this;
        if (decided.names().size() > nodes) {
            throw new UsageException("flag --nodes: a cluster with the zones " + decided + " needs at least "
                    + decided.names().size() + " nodes, one in each zone");
        }
        return decided;
    }

    @Override
    public String toString() {
        return String.join(", ", names);
    }
}
