package dev.stowage.apiserver.registry.batch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;

/// The generated labels and selector of a job.
final class JobSelector {
    static final String UID = "batch.kubernetes.io/controller-uid";
    static final String NAME = "batch.kubernetes.io/job-name";
    static final String OLD_UID = "controller-uid";
    static final String OLD_NAME = "job-name";

    private JobSelector() {}

    static void generate(ObjectNode job) {
        ObjectNode spec = JsonTree.ensure(job, "spec");
        if (JsonTree.flag(spec, "manualSelector")) {
            return;
        }
        String uid = JsonTree.text(job, "metadata", "uid");
        String name = JsonTree.text(job, "metadata", "name");
        boolean unlabelled = JsonTree.at(job, "metadata", "labels").isEmpty();
        ObjectNode labels = JsonTree.ensure(spec, "template", "metadata", "labels");
        for (String key : List.of(OLD_NAME, NAME)) {
            absent(labels, key, name);
        }
        for (String key : List.of(OLD_UID, UID)) {
            absent(labels, key, uid);
        }
        absent(JsonTree.ensure(spec, "selector", "matchLabels"), UID, uid);
        if (unlabelled) {
            JsonTree.ensure(job, "metadata").set("labels", labels.deepCopy());
        }
    }

    private static void absent(ObjectNode map, String key, String value) {
        if (!map.has(key)) {
            map.put(key, value);
        }
    }
}
