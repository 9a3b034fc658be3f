package dev.stowage.node.volumemanager.operations;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The SELinux label with which a volume is mounted, so that no file in it has to be relabeled. As in
/// Kubernetes, only for volumes that a single pod uses. A pure function.
final class SeLinuxMountLabel {
    /// A label becomes part of a mount option.
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_.:,-]+");

    private SeLinuxMountLabel() {}

    /// @param driverAllows whether the driver's CSIDriver says so (`seLinuxMount`)
    /// @param fileContext the default context of files in containers; empty without SELinux
    /// @return empty when the volume is mounted without a label
    static String of(DesiredVolume desired, boolean driverAllows, String fileContext) throws VolumeOperationException {
        if (fileContext.isEmpty()
                || !driverAllows
                || desired.block()
                || desired.ephemeral()
                || !desired.alone()
                || isRelabeled(desired.pod())) {
            return "";
        }
        Set<String> labels = new TreeSet<>();
        for (JsonNode container : users(desired)) {
            JsonNode own = container.path("securityContext").path("seLinuxOptions");
            JsonNode options =
                    own.isObject() ? own : desired.pod().securityContext().path("seLinuxOptions");
            String label = label(options, fileContext);
            if (!label.isEmpty()) {
                labels.add(label);
            }
        }
        if (labels.size() > 1) {
            throw refused("multiple SELinux labels found: " + String.join(",", labels));
        }
        return labels.isEmpty() ? "" : labels.iterator().next();
    }

    private static boolean isRelabeled(NodePod pod) {
        return pod.securityContext().path("seLinuxChangePolicy").asText("").equals("Recursive");
    }

    private static List<JsonNode> users(DesiredVolume desired) {
        return Stream.of("initContainers", "containers")
                .flatMap(list -> desired.pod().spec().path(list).valueStream())
                .filter(container -> container
                        .path("volumeMounts")
                        .valueStream()
                        .anyMatch(mount ->
                                desired.names().contains(mount.path("name").asText(""))))
                .toList();
    }

    /// Role and type of a process are not those of files. Without a level the runtime chooses one, which is not
    /// known here.
    private static String label(JsonNode options, String fileContext) throws VolumeOperationException {
        String level = options.path("level").asText("");
        if (level.isEmpty()) {
            return "";
        }
        String[] parts = fileContext.split(":", 4);
        String user = options.path("user").asText("");
        String label = String.join(":", user.isEmpty() ? parts[0] : user, parts[1], parts[2], level);
        if (!SAFE.matcher(label).matches()) {
            throw refused("failed to construct SELinux label from context: seLinuxOptions have invalid characters");
        }
        return label;
    }

    private static VolumeOperationException refused(String why) {
        return VolumeOperationException.untried(why, new IOException(why));
    }
}
