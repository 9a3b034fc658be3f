package dev.stowage.interop.soak;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.interop.process.Await;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Claims with pods that are created, write a line, and are deleted. Storage classes take turns.
final class ClaimChurn {
    private static final String NAMESPACE = "default";
    private static final Duration LONGEST = Duration.ofMinutes(2);

    /// The maximum number that exist at once: older ones are deleted.
    private static final int ALIVE = 8;

    private final KubeClient api;
    private final List<String> classes;
    private final Deque<String> alive = new ArrayDeque<>();
    private int made;
    private int late;

    ClaimChurn(KubeClient api, List<String> classes) {
        this.api = api;
        this.classes = List.copyOf(classes);
    }

    /// Creates one, and deletes the oldest when the limit is reached.
    void turn() throws IOException, InterruptedException {
        String name = "soak-" + made;
        api.create(Kinds.CLAIMS, NAMESPACE, claim(name, classes.get(made % classes.size())));
        api.create(Kinds.PODS, NAMESPACE, pod(name));
        made++;
        alive.add(name);
        if (alive.size() > ALIVE) {
            removeOldest();
        }
    }

    private void removeOldest() throws IOException, InterruptedException {
        String name = alive.remove();
        Optional<Pod> pod = api.find(Kinds.PODS, NAMESPACE, name);
        if (pod.filter(found -> found.phase().equals("Succeeded")).isEmpty()) {
            late++;
        }
        if (pod.isPresent()) {
            var _ = api.delete(pod.get(), Kinds.PODS, DeleteOptions.defaults());
        }
        Optional<PersistentVolumeClaim> claim = api.find(Kinds.CLAIMS, NAMESPACE, name);
        if (claim.isPresent()) {
            var _ = api.delete(claim.get(), Kinds.CLAIMS, DeleteOptions.defaults());
        }
    }

    /// Returns when all of them and their volumes are deleted.
    void end() throws IOException, InterruptedException {
        while (!alive.isEmpty()) {
            String name = alive.getFirst();
            Await.until("the end of pod " + name, LONGEST, List.of(), () -> hasEnded(name));
            removeOldest();
        }
        Await.until(
                "the end of all pods and volumes",
                LONGEST,
                List.of(),
                () -> none(Kinds.PODS) && none(Kinds.CLAIMS) && none(Kinds.VOLUMES) && none(Kinds.ATTACHMENTS));
    }

    private boolean hasEnded(String pod) throws IOException, InterruptedException {
        return api.find(Kinds.PODS, NAMESPACE, pod).filter(Pod::isOver).isPresent();
    }

    private boolean none(Kind<?> kind) throws IOException, InterruptedException {
        return api.list(kind, "").items().isEmpty();
    }

    int made() {
        return made;
    }

    /// How many did not finish in time.
    int late() {
        return late;
    }

    private static ObjectNode claim(String name, String storage) {
        ObjectNode claim = JsonNodeFactory.instance.objectNode();
        claim.putObject("metadata").put("name", name);
        ObjectNode spec = claim.putObject("spec");
        spec.put("storageClassName", storage);
        spec.putArray("accessModes").add("ReadWriteOnce");
        spec.putObject("resources").putObject("requests").put("storage", "16Mi");
        return claim;
    }

    private static ObjectNode pod(String name) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.putObject("metadata").put("name", name);
        ObjectNode spec = pod.putObject("spec");
        spec.put("restartPolicy", "Never").put("terminationGracePeriodSeconds", 0);
        ObjectNode container = spec.putArray("containers").addObject();
        container.put("name", "main").put("image", "none");
        container.putArray("command").add("sh").add("-c").add("echo here > /data/file");
        container.putArray("volumeMounts").addObject().put("name", "data").put("mountPath", "/data");
        spec.putArray("volumes")
                .addObject()
                .put("name", "data")
                .putObject("persistentVolumeClaim")
                .put("claimName", name);
        return pod;
    }
}
