package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.file.Directories;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimePod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the node must remember about a pod in case the API server deletes it while the node is stopped: its
/// volumes and its termination. Written before anything of the pod runs.
final class PodJournal {
    private static final Logger log = LoggerFactory.getLogger(PodJournal.class);

    private final Path folder;

    PodJournal(KubeletPaths paths) {
        this.folder = paths.journal().resolve("pods");
    }

    private Path file(String uid) {
        return folder.resolve(uid + ".json");
    }

    void write(NodePod pod) throws IOException {
        ObjectNode object = Json.object();
        ObjectNode meta = named(object, pod.meta().namespace(), pod.meta().name(), pod.uid());
        pod.meta().annotations().forEach(meta.putObject("annotations")::put);
        pod.meta().labels().forEach(meta.putObject("labels")::put);
        object.set("spec", pod.spec());
        Directories.ensure(folder);
        Path next = folder.resolve(pod.uid() + ".next");
        Files.write(next, Json.write(object));
        Files.move(next, file(pod.uid()), StandardCopyOption.ATOMIC_MOVE);
    }

    void remove(String uid) throws IOException {
        Files.deleteIfExists(file(uid));
    }

    /// A minimal pod for one that only the runtime has, sufficient to terminate it.
    NodePod readOrphan(RuntimePod running) {
        try {
            if (Files.exists(file(running.uid()))) {
                ObjectNode object = (ObjectNode) Json.read(Files.readAllBytes(file(running.uid())));
                object.withObject("/metadata").put("deletionGracePeriodSeconds", 1);
                return NodePod.read(object);
            }
        } catch (IOException | ClassCastException e) {
            log.warn(
                    "Cannot read the journal entry of pod {}/{}: {}",
                    running.namespace(),
                    running.name(),
                    e.toString());
        }
        ObjectNode pod = Json.object();
        named(pod, running.namespace(), running.name(), running.uid()).put("deletionGracePeriodSeconds", 1);
        ArrayNode containers = pod.putObject("spec").putArray("containers");
        running.containers().stream()
                .map(RuntimeContainer::name)
                .distinct()
                .forEach(name -> containers.addObject().put("name", name));
        return NodePod.read(pod);
    }

    private static ObjectNode named(ObjectNode object, String namespace, String name, String uid) {
        return object.putObject("metadata")
                .put("namespace", namespace)
                .put("name", name)
                .put("uid", uid);
    }
}
