package dev.stowage.apiserver.group.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.validation.Immutable;

final class VolumeAttributesClasses implements Strategy {
    static Resource resource(Group group) {
        return group.resource("VolumeAttributesClass", "volumeattributesclasses")
                .shortNames("vac")
                .cluster()
                .strategy(new VolumeAttributesClasses())
                .columns(TableOf.name()
                        .text("DriverName", object -> Tree.text(object, "driverName"))
                        .age())
                .done();
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        Parameters.driver(object, "driverName", problems);
        Parameters.validate(object, false, problems);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        if (!Tree.text(object, "driverName").equals(Tree.text(old, "driverName"))) {
            problems.forbidden("driverName", "updates to driverName are forbidden.");
        }
        if (!Immutable.same(object.path("parameters"), old.path("parameters"))) {
            problems.forbidden("parameters", "updates to parameters are forbidden.");
        }
        validate(object, problems);
    }
}
