package dev.stowage.cli.drain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import java.io.IOException;

/// Keeps new pods away from the node, and takes back only what a drain did.
record NodeCordon(KubeClient api, String name) {

    /// @return what was done
    String cordon() throws IOException, InterruptedException {
        Node node = require();
        if (node.unschedulable()) {
            return "Node %s is cordoned already.".formatted(name);
        }
        ObjectNode body = Json.object();
        body.putObject("metadata").putObject("annotations").put(MoverKeys.CORDONED_BY_DRAIN, "true");
        body.putObject("spec").put("unschedulable", true);
        var _ = api.patch(Kinds.NODES, "", name, Patch.merge(body).onlyIfSame(node));
        return "Cordoned node %s: no new pods start there.".formatted(name);
    }

    /// @return what was done
    String uncordon() throws IOException, InterruptedException {
        Node node = require();
        boolean isOurs = !node.meta().annotation(MoverKeys.CORDONED_BY_DRAIN).isEmpty();
        if (!isOurs) {
            return node.unschedulable()
                    ? "Node %s stays cordoned: no drain has cordoned it.".formatted(name)
                    : "Node %s is not cordoned.".formatted(name);
        }
        ObjectNode body = Json.object();
        body.putObject("metadata").putObject("annotations").putNull(MoverKeys.CORDONED_BY_DRAIN);
        body.putObject("spec").putNull("unschedulable");
        var _ = api.patch(Kinds.NODES, "", name, Patch.merge(body).onlyIfSame(node));
        return "Uncordoned node %s.".formatted(name);
    }

    private Node require() throws IOException, InterruptedException {
        return api.find(Kinds.NODES, "", name).orElseThrow(() -> new IOException("node " + name + " not found"));
    }
}
