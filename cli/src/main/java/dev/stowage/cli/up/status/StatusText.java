package dev.stowage.cli.up.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.up.status.Status.NodeStatus;
import dev.stowage.k8s.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A status for people, and for programs.
record StatusText(Status status) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("Running in " + status.data() + " for " + span(status.uptime()) + ": process "
                + status.running().pid() + ", " + (status.memory() >> 20) + " MiB resident"
                + (status.running().ready() ? "." : ", not ready yet."));
        add(lines, "API", status.running().address());
        status.nodes().forEach(node -> add(lines, "node", words(node)));
        add(lines, "volumes", Tally.text(status.volumes()));
        add(lines, "pods", Tally.text(status.pods()));
        add(lines, "kubeconfig", status.data().resolve("kubeconfig").toString());
        return lines;
    }

    private static void add(List<String> lines, String what, String which) {
        lines.add(String.format("  %-12s %s", what, which));
    }

    private static String words(NodeStatus node) {
        return node.name() + ", " + (node.ready() ? "ready" : "not ready") + ", "
                + (node.drivers().isEmpty() ? "no driver" : String.join(", ", node.drivers())) + ", "
                + (node.pods() == 1 ? "1 pod" : node.pods() + " pods");
    }

    static String span(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h " + seconds / 60 % 60 + " min";
    }

    ObjectNode json() {
        ObjectNode json = Json.object();
        json.put("running", true)
                .put("ready", status.running().ready())
                .put("data", status.data().toString())
                .put("kubeconfig", status.data().resolve("kubeconfig").toString())
                .put("address", status.running().address())
                .put("pid", status.running().pid())
                .put("since", status.running().since().toString())
                .put("uptimeSeconds", status.uptime().toSeconds())
                .put("residentBytes", status.memory());
        ArrayNode nodes = json.putArray("nodes");
        for (NodeStatus node : status.nodes()) {
            ObjectNode one = nodes.addObject();
            one.put("name", node.name()).put("ready", node.ready()).put("pods", node.pods());
            node.drivers().forEach(one.putArray("drivers")::add);
        }
        tally(json.putObject("volumes"), status.volumes());
        tally(json.putObject("pods"), status.pods());
        return json;
    }

    private static void tally(ObjectNode json, List<Tally> all) {
        all.forEach(one -> json.put(one.phase(), one.count()));
    }
}
