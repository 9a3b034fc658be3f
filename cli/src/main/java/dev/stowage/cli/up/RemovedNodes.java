package dev.stowage.cli.up;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// The nodes that a start with fewer nodes leaves out. One that still has volumes or snapshots is never removed:
/// only its driver can reach them.
///
/// @param wanted how many nodes stay
record RemovedNodes(List<NodeDirectories> nodes, int wanted) {
    /// What the records of a driver are about.
    private static final List<String> KEPT = List.of("volumes", "snapshots");

    RemovedNodes {
        nodes = List.copyOf(nodes);
    }

    /// @param recorded how many nodes there were
    static RemovedNodes of(UpOptions options, int recorded) {
        return new RemovedNodes(
                IntStream.rangeClosed(options.nodes() + 1, recorded)
                        .mapToObj(options::place)
                        .toList(),
                options.nodes());
    }

    boolean isEmpty() {
        return nodes.isEmpty();
    }

    /// @throws UsageException when data would become unreachable
    void requireNoVolumes() throws IOException {
        List<String> holding = new ArrayList<>();
        for (NodeDirectories node : nodes) {
            int found = records(node);
            if (found > 0) {
                holding.add(node.name() + " has " + found);
            }
        }
        if (!holding.isEmpty()) {
            throw new UsageException("flag --nodes: cannot continue with " + wanted
                    + ": volumes and snapshots are on the other nodes ("
                    + String.join(", ", holding) + "); start without --nodes, delete their claims and snapshots,"
                    + " then start again with --nodes " + wanted);
        }
    }

    private static int records(NodeDirectories node) throws IOException {
        int found = 0;
        for (Path driver : matching(node.drivers(), "*")) {
            for (String kind : KEPT) {
                found += matching(driver.resolve("records").resolve(kind), "[!.]*.json")
                        .size();
            }
        }
        return found;
    }

    private static List<Path> matching(Path folder, String glob) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, glob)) {
                files.forEach(found::add);
            }
        }
        return found;
    }

    /// Deletes their objects. Call it before the controllers start: otherwise they would replace the pods on a
    /// node that still looks ready.
    ///
    /// @return what was done
    String delete(KubeClient api) throws IOException, InterruptedException {
        List<String> names = nodes.stream().map(NodeDirectories::name).toList();
        // The node first: a pod is not scheduled to a node that does not exist.
        var _ = delete(api, Kinds.NODES, node -> names.contains(node.meta().name()));
        int pods = delete(api, Kinds.PODS, pod -> names.contains(pod.nodeName()));
        // The attacher detaches them when it starts.
        var _ = delete(api, Kinds.ATTACHMENTS, attachment -> names.contains(attachment.nodeName()));
        var _ = delete(
                api,
                Kinds.STORAGE_CAPACITIES,
                capacity -> names.stream()
                        .anyMatch(name -> ("external-provisioner-" + name)
                                .equals(capacity.meta().labels().get(CsiKeys.MANAGED_BY_LABEL))));
        releaseClaims(api, names);
        return "Removed " + String.join(", ", names)
                + (pods == 0 ? "; no pods were running there." : " and " + pods + (pods == 1 ? " pod." : " pods."));
    }

    /// A claim without a volume would wait for ever: only the provisioner of the selected node creates it, and the
    /// scheduler selects no other.
    private static void releaseClaims(KubeClient api, List<String> names) throws IOException, InterruptedException {
        ObjectNode change = Json.object();
        change.putObject("metadata").putObject("annotations").putNull(VolumeAnnotations.SELECTED_NODE);
        for (PersistentVolumeClaim claim : api.list(Kinds.CLAIMS, "").items()) {
            if (claim.volumeName().isEmpty()
                    && names.contains(claim.meta().annotation(VolumeAnnotations.SELECTED_NODE))) {
                var _ = api.patch(
                        Kinds.CLAIMS, claim.meta().namespace(), claim.meta().name(), Patch.merge(change));
            }
        }
    }

    /// Without a grace period: the processes ended with the last run.
    private static <T extends KubeObject> int delete(KubeClient api, Kind<T> kind, Predicate<T> which)
            throws IOException, InterruptedException {
        int deleted = 0;
        for (T object : api.list(kind, "").items()) {
            if (which.test(object)) {
                var _ = api.delete(object, kind, DeleteOptions.defaults().withGracePeriod(0));
                deleted++;
            }
        }
        return deleted;
    }
}
