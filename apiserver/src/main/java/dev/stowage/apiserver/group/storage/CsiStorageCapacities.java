package dev.stowage.apiserver.group.storage;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.validation.Immutable;
import dev.stowage.apiserver.validation.Labels;
import dev.stowage.apiserver.validation.Names;
import dev.stowage.apiserver.validation.NodeLabels;
import dev.stowage.apiserver.validation.Quantities;
import dev.stowage.apiserver.validation.Shown;
import java.util.List;

final class CsiStorageCapacities implements Strategy {
    static Resource resource(Group group) {
        return group.resource("CSIStorageCapacity", "csistoragecapacities")
                .strategy(new CsiStorageCapacities())
                .done();
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        validate(object, false, problems);
    }

    private static void validate(ObjectNode object, boolean lenient, Problems problems) {
        Labels.validateSelector(object.path("nodeTopology"), lenient, "nodeTopology", problems);
        String name = Tree.text(object, "storageClassName");
        Names.dnsSubdomain(name).forEach(mistake -> problems.invalid("storageClassName", quoted(name), mistake));
        if (Tree.has(object, "capacity")) {
            Quantities.notNegative(object.path("capacity"), "capacity", problems);
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        Problems before = new Problems();
        Labels.validateSelector(old.path("nodeTopology"), false, "", before);
        validate(object, !before.isEmpty(), problems);
        JsonNode topology = object.path("nodeTopology");
        if (!topology.equals(old.path("nodeTopology"))) {
            Immutable.refuse("nodeTopology", Shown.value(topology), problems);
        }
        String name = Tree.text(object, "storageClassName");
        if (!name.equals(Tree.text(old, "storageClassName"))) {
            Immutable.refuse("storageClassName", quoted(name), problems);
        }
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        return NodeLabels.labelWarnings(object.path("nodeTopology"), "nodeTopology");
    }
}
