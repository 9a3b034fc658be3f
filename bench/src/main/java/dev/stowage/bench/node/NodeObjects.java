package dev.stowage.bench.node;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.interop.cluster.TestPod;
import java.util.List;

/// Claims, and pods that write into them.
final class NodeObjects {
    /// What a pod writes into each of its volumes when it starts.
    static final String FIRST = "first";

    /// The volume of a pod without claims.
    static final String FOLDER = "folder";

    private NodeObjects() {}

    static ObjectNode claim(String name, String storage) {
        ObjectNode claim = named(name);
        ObjectNode spec = claim.putObject("spec");
        spec.put("storageClassName", storage);
        spec.putArray("accessModes").add("ReadWriteOnce");
        spec.putObject("resources").putObject("requests").put("storage", "16Mi");
        return claim;
    }

    /// A pod with an emptyDir and no claim.
    static ObjectNode pod(String name) {
        ObjectNode pod = pod(name, List.of(FOLDER));
        ObjectNode volume = (ObjectNode) pod.at("/spec/volumes/0");
        volume.remove("persistentVolumeClaim");
        volume.putObject("emptyDir");
        return pod;
    }

    static ObjectNode pod(String name, List<String> claims) {
        ObjectNode pod = named(name);
        ObjectNode spec = pod.putObject("spec");
        spec.put("terminationGracePeriodSeconds", 0);
        spec.put("automountServiceAccountToken", false);
        ObjectNode container = spec.putArray("containers").addObject();
        container.put("name", "main").put("image", TestPod.IMAGE).put("imagePullPolicy", "Never");
        container
                .putArray("command")
                .add("/bin/sh")
                .add("-c")
                .add("for each in /data/*; do echo > $each/" + FIRST + "; done; exec sleep 100000");
        ArrayNode mounts = container.putArray("volumeMounts");
        ArrayNode volumes = spec.putArray("volumes");
        for (String claim : claims) {
            mounts.addObject().put("name", claim).put("mountPath", "/data/" + claim);
            volumes.addObject()
                    .put("name", claim)
                    .putObject("persistentVolumeClaim")
                    .put("claimName", claim);
        }
        return pod;
    }

    private static ObjectNode named(String name) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("metadata").put("name", name);
        return object;
    }
}
