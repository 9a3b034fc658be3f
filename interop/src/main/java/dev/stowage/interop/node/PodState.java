package dev.stowage.interop.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.process.MountPoints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The observable state of one pod on its node, without ids that differ from run to run.
final class PodState {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DEPTH = 4;

    private final NodeScenarioContext context;
    private final Path root;
    private final JsonNode pod;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Set<String> handles = new TreeSet<>();

    private PodState(NodeScenarioContext context, Path root, JsonNode pod) {
        this.context = context;
        this.root = root;
        this.pod = pod;
    }

    static PodState of(NodeScenarioContext context, Path root, String name) throws IOException, InterruptedException {
        PodState podState = new PodState(context, root, context.get(ResourceKind.POD, name));
        podState.learn();
        return podState;
    }

    private void learn() throws IOException, InterruptedException {
        names.put(pod.at("/metadata/uid").asText(), "(uid)");
        for (JsonNode claim : context.adminApiClient()
                .get(ResourceKind.CLAIM.path(context.namespace()))
                .path("items")) {
            String claimName = claim.at("/metadata/name").asText();
            String volume = claim.at("/spec/volumeName").asText();
            String handle = context.adminApiClient()
                    .get(ResourceKind.VOLUME.path("", volume))
                    .at("/spec/csi/volumeHandle")
                    .asText();
            names.put(volume, "(volume of " + claimName + ")");
            names.put(digest(handle), "(digest of " + claimName + ")");
            names.put(handle, "(handle of " + claimName + ")");
            handles.add(handle);
        }
        names.put(context.namespace(), "(namespace)");
        names.put(root.toString(), "(root)");
    }

    String plain(String text) {
        String plain = text;
        for (Map.Entry<String, String> name : names.entrySet()) {
            plain = plain.replace(name.getKey(), name.getValue());
        }
        return plain.replaceAll("kube-api-access-[a-z0-9]{5}", "kube-api-access")
                .replaceAll("/dev/loop[0-9]+", "/dev/loop")
                .replaceAll("[0-9]{13}-[0-9]+-[a-z.]+", "(publish id)")
                .replaceAll("csi-[0-9a-f]{64}", "(attachment)");
    }

    List<String> files() throws IOException {
        Path folder = root.resolve("pods").resolve(pod.at("/metadata/uid").asText());
        // The kubelet bind-mounts its root directory onto itself.
        Set<Path> mounted = new HashSet<>(MountPoints.beneath(root));
        mounted.remove(root);
        Set<String> found = new TreeSet<>();
        for (String part : List.of("volumes", "volumeDevices", "volume-subpaths")) {
            list(folder.resolve(part), mounted, found);
        }
        for (String handle : handles) {
            for (String driver : List.of("local.stowage.dev", "disk.stowage.dev")) {
                list(root.resolve("plugins/kubernetes.io/csi").resolve(driver).resolve(digest(handle)), mounted, found);
            }
        }
        return List.copyOf(found);
    }

    private void list(Path folder, Set<Path> mounted, Set<String> found) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder, DEPTH)) {
            for (Path path : all.sorted().toList()) {
                boolean inVolume = mounted.stream().anyMatch(point -> !path.equals(point) && path.startsWith(point));
                if (!inVolume && !isOfWriter(root.relativize(path))) {
                    found.add(plain(root.relativize(path).toString()) + describe(path, mounted.contains(path)));
                }
            }
        }
    }

    /// Directories for atomic updates have generated names.
    private static boolean isOfWriter(Path path) {
        for (Path part : path) {
            if (part.toString().startsWith("..")) {
                return true;
            }
        }
        return false;
    }

    private String describe(Path path, boolean mounted) throws IOException {
        if (path.getFileName().toString().equals("vol_data.json")) {
            Map<String, String> fields = new TreeMap<>();
            JSON.readTree(path.toFile())
                    .properties()
                    .forEach(field ->
                            fields.put(field.getKey(), plain(field.getValue().asText())));
            return " " + mode(path) + " " + fields;
        }
        if (Files.isSymbolicLink(path)) {
            return " -> " + plain(Files.readSymbolicLink(path).toString());
        }
        return " " + mode(path) + (Files.isDirectory(path) ? "/" : "") + (mounted ? " mounted" : "");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    List<String> status() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        JsonNode status = pod.path("status");
        lines.add("phase " + status.path("phase").asText() + ", "
                + status.path("qosClass").asText());
        Set<String> conditions = new TreeSet<>();
        status.path("conditions")
                .forEach(condition -> conditions.add(condition.path("type").asText() + "="
                        + condition.path("status").asText()));
        lines.add("conditions " + conditions);
        for (JsonNode container : status.path("containerStatuses")) {
            lines.add("container " + container.path("name").asText() + " ready="
                    + container.path("ready").asBoolean() + " started="
                    + container.path("started").asBoolean() + " restarts="
                    + container.path("restartCount").asInt() + " "
                    + container.path("state").fieldNames().next());
        }
        JsonNode node = context.adminApiClient().get(ResourceKind.NODE.path("", RealNode.NAME));
        Set<String> volumes = new TreeSet<>();
        node.at("/status/volumesInUse").forEach(volume -> addOurs("in use ", volume.asText(), volumes));
        node.at("/status/volumesAttached")
                .forEach(volume -> addOurs("attached ", volume.path("name").asText(), volumes));
        lines.addAll(volumes);
        return lines;
    }

    private void addOurs(String what, String volume, Set<String> volumes) {
        if (handles.stream().anyMatch(volume::contains)) {
            volumes.add(what + plain(volume));
        }
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
