package dev.stowage.cluster.nodelifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Objects from short words.
final class NodeTestObjects {

    private NodeTestObjects() {}

    /// Quotes may be single.
    static JsonNode json(String text) {
        try {
            return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @param words conditions as `Type=Status`, taints as `key:effect`, and `cordoned`
    static Node node(String words) {
        List<String> conditions = new ArrayList<>();
        List<String> taints = new ArrayList<>();
        for (String word : words.split(" ", -1)) {
            if (word.contains("=")) {
                String[] parts = word.split("=", -1);
                conditions.add("{'type':'%s','status':'%s'}".formatted(parts[0], parts[1]));
            } else if (word.contains(":")) {
                String[] parts = word.split(":", -1);
                taints.add("{'key':'%s','effect':'%s'}"
                        .formatted(parts[0].contains("/") ? parts[0] : "node.kubernetes.io/" + parts[0], parts[1]));
            }
        }
        return Node.read(json(
                "{'metadata':{'name':'n','uid':'u','resourceVersion':'5','creationTimestamp':'2026-01-01T00:00:00Z'},'spec':{'unschedulable':%s,'taints':[%s]},'status':{'conditions':[%s]}}"
                        .formatted(
                                words.contains("cordoned"), String.join(",", taints), String.join(",", conditions))));
    }

    static Pod pod(String name, String ready, String tolerations, String more) {
        return Pod.read(json(
                "{'metadata':{'name':'%s','namespace':'default','uid':'%s','creationTimestamp':'2025-01-01T00:00:00Z' %s},'spec':{'nodeName':'n','tolerations':[%s]},'status':{'phase':'Running','conditions':[{'type':'Ready','status':'%s'}]}}"
                        .formatted(name, name, more, tolerations, ready)));
    }
}
