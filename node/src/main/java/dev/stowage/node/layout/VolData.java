package dev.stowage.node.layout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// `vol_data.json`, which describes a volume in its directory. The names are those of the kubelet, so that each
/// can read what the other wrote. Fields that are missing are empty.
///
/// @param specName the name of the persistent volume, or of an inline volume in its pod
/// @param lifecycle `Persistent` or `Ephemeral`
public record VolData(
        String specName, String handle, String driver, String node, String attachment, String lifecycle, String label) {
    public static final String FILE = "vol_data.json";

    private static final int LONGEST = 1 << 20;

    public static VolData ofStaging(String driver, String handle) {
        return new VolData("", handle, driver, "", "", "", "");
    }

    public static VolData ofBlock(String driver, String handle, String specName, String node) {
        return new VolData(specName, handle, driver, node, attachment(handle, driver, node), "", "");
    }

    public static VolData ofPod(String driver, String handle, String specName, String node, boolean ephemeral) {
        return new VolData(
                specName,
                handle,
                driver,
                node,
                attachment(handle, driver, node),
                ephemeral ? "Ephemeral" : "Persistent",
                "");
    }

    /// @param mounted the SELinux label of the mount; empty for none
    public VolData withLabel(String mounted) {
        return new VolData(specName, handle, driver, node, attachment, lifecycle, mounted);
    }

    /// The name of the VolumeAttachment for a volume on a node.
    public static String attachment(String handle, String driver, String node) {
        return "csi-" + KubeletPaths.digest(handle + driver + node);
    }

    /// Empty when there is none, or an incomplete one: the writer was killed, or the disk was full.
    public static Optional<VolData> find(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        try {
            if (Files.size(file) > LONGEST) {
                return Optional.empty();
            }
            JsonNode read = Json.read(Files.readAllBytes(file));
            VolData data = new VolData(
                    text(read, "specVolID"),
                    text(read, "volumeHandle"),
                    text(read, "driverName"),
                    text(read, "nodeName"),
                    text(read, "attachmentID"),
                    text(read, "volumeLifecycleMode"),
                    text(read, "seLinuxMountContext"));
            return data.handle.isEmpty() || data.driver.isEmpty() ? Optional.empty() : Optional.of(data);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            return Optional.empty();
        }
    }

    /// Atomic and durable: after a power failure either the old or the new content is there.
    public void write(Path folder) throws IOException {
        AtomicFile.write(folder.resolve(FILE), Json.write(json()), true);
    }

    private ObjectNode json() {
        ObjectNode json = Json.object();
        put(json, "attachmentID", attachment);
        put(json, "driverName", driver);
        put(json, "nodeName", node);
        put(json, "seLinuxMountContext", label);
        put(json, "specVolID", specName);
        put(json, "volumeHandle", handle);
        put(json, "volumeLifecycleMode", lifecycle);
        return json;
    }

    private static void put(ObjectNode json, String field, String value) {
        if (!value.isEmpty()) {
            json.put(field, value);
        }
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }
}
