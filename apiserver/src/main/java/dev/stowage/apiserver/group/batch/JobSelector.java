package dev.stowage.apiserver.group.batch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Tree;
import java.util.List;

/// Labels and a selector that belong to one job only.
final class JobSelector {
    static final String UID = "batch.kubernetes.io/controller-uid";
    static final String NAME = "batch.kubernetes.io/job-name";
    static final String OLD_UID = "controller-uid";
    static final String OLD_NAME = "job-name";

    private JobSelector() {}

    static void generate(ObjectNode job) {
        ObjectNode spec = Tree.ensure(job, "spec");
        if (Tree.flag(spec, "manualSelector")) {
            return;
        }
        String uid = Tree.text(job, "metadata", "uid");
        String name = Tree.text(job, "metadata", "name");
        boolean unlabelled = Tree.at(job, "metadata", "labels").isEmpty();
        ObjectNode labels = Tree.ensure(spec, "template", "metadata", "labels");
        for (String key : List.of(OLD_NAME, NAME)) {
            absent(labels, key, name);
        }
        for (String key : List.of(OLD_UID, UID)) {
            absent(labels, key, uid);
        }
        absent(Tree.ensure(spec, "selector", "matchLabels"), UID, uid);
        if (unlabelled) {
            Tree.ensure(job, "metadata").set("labels", labels.deepCopy());
        }
    }

    private static void absent(ObjectNode map, String key, String value) {
        if (!map.has(key)) {
            map.put(key, value);
        }
    }
}
