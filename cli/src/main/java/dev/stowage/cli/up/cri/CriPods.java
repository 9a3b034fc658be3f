package dev.stowage.cli.up.cri;

import dev.stowage.flags.UsageException;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.runtime.cri.CriRuntime;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The pods of a cluster in a CRI runtime. A pod is the cluster's own if one of its nodes has a directory for
/// it, which is created before the pod starts and deleted after it has ended.
///
/// @param socket of the runtime
/// @param data the data directory of the cluster
public record CriPods(Path socket, Path data) {

    /// A node removes every pod that it does not know, so the runtime must not have pods of others.
    public void requireNoOthers() throws IOException, InterruptedException {
        if (!Files.exists(socket)) {
            throw new UsageException("flag --container-runtime-endpoint: there is no socket " + socket
                    + " (start containerd, or name the socket of your CRI runtime)");
        }
        Set<String> own = ownUids();
        List<String> others = new ArrayList<>();
        for (RuntimePod pod : pods()) {
            if (!own.contains(pod.uid())) {
                others.add(pod.namespace() + "/" + pod.name());
            }
        }
        if (!others.isEmpty()) {
            throw new IOException("the container runtime at " + socket + " has pods that this cluster did not create: "
                    + others.stream().sorted().limit(5).collect(Collectors.joining(", "))
                    + (others.size() > 5 ? ", …" : "")
                    + " (a node removes pods that it does not know: use a runtime of its own)");
        }
    }

    private List<RuntimePod> pods() throws IOException, InterruptedException {
        try (CriRuntime runtime = new CriRuntime(socket)) {
            return runtime.pods();
        } catch (IOException e) {
            throw new IOException(
                    "cannot use the container runtime at " + socket + ": " + e.getMessage()
                            + " (does it run, and is its CRI plug-in enabled?)",
                    e);
        }
    }

    /// Ends the pods of a cluster that does not run any more.
    ///
    /// @return how many
    public int remove() throws IOException, InterruptedException {
        Set<String> own = ownUids();
        int removed = 0;
        try (CriRuntime runtime = new CriRuntime(socket)) {
            for (RuntimePod pod : runtime.pods()) {
                if (own.contains(pod.uid())) {
                    runtime.removePod(pod);
                    removed++;
                }
            }
        }
        return removed;
    }

    private Set<String> ownUids() throws IOException {
        Set<String> uids = new HashSet<>();
        for (Path node : children(data.resolve("nodes"))) {
            children(node.resolve("pods")).forEach(pod -> uids.add(String.valueOf(pod.getFileName())));
        }
        return uids;
    }

    private static List<Path> children(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> each = Files.newDirectoryStream(folder, Files::isDirectory)) {
            each.forEach(found::add);
        } catch (NoSuchFileException _) {
            // The cluster had no node, or the node no pods.
        }
        return found;
    }
}
