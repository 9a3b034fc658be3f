package dev.stowage.cli.up.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.up.status.UpStatus.NodeSummary;
import dev.stowage.k8s.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A status for people, and for programs.
record StatusText(UpStatus upStatus) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("Running in " + upStatus.data() + " for " + span(upStatus.uptime()) + ": process "
                + upStatus.upInstance().pid() + ", " + (upStatus.memory() >> 20) + " MiB resident"
                + (upStatus.upInstance().ready() ? "." : ", not ready yet."));
        add(lines, "API", upStatus.upInstance().address());
        upStatus.nodes().forEach(node -> add(lines, "node", words(node)));
        add(lines, "volumes", PhaseCount.text(upStatus.volumes()));
        add(lines, "pods", PhaseCount.text(upStatus.pods()));
        add(lines, "kubeconfig", upStatus.data().resolve("kubeconfig").toString());
        return lines;
    }

    private static void add(List<String> lines, String what, String which) {
        lines.add(String.format("  %-12s %s", what, which));
    }

    private static String words(NodeSummary node) {
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
                .put("ready", upStatus.upInstance().ready())
                .put("data", upStatus.data().toString())
                .put("kubeconfig", upStatus.data().resolve("kubeconfig").toString())
                .put("address", upStatus.upInstance().address())
                .put("pid", upStatus.upInstance().pid())
                .put("since", upStatus.upInstance().since().toString())
                .put("uptimeSeconds", upStatus.uptime().toSeconds())
                .put("residentBytes", upStatus.memory());
        ArrayNode nodes = json.putArray("nodes");
        for (NodeSummary node : upStatus.nodes()) {
            ObjectNode one = nodes.addObject();
            one.put("name", node.name()).put("ready", node.ready()).put("pods", node.pods());
            node.drivers().forEach(one.putArray("drivers")::add);
        }
        tally(json.putObject("volumes"), upStatus.volumes());
        tally(json.putObject("pods"), upStatus.pods());
        return json;
    }

    private static void tally(ObjectNode json, List<PhaseCount> all) {
        all.forEach(one -> json.put(one.phase(), one.count()));
    }
}
