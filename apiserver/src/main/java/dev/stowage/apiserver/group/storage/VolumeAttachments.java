package dev.stowage.apiserver.group.storage;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.core.PersistentVolumeSpecs;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.validation.Immutable;
import dev.stowage.apiserver.validation.Names;
import dev.stowage.apiserver.validation.Shape;
import dev.stowage.apiserver.validation.Shown;
import java.util.List;

final class VolumeAttachments implements Strategy {
    private static final int METADATA_LENGTH = 256 * 1024;
    private static final int MESSAGE_LENGTH = 1024;

    private static final Shape SPEC = Shape.of("Attacher=attacher")
            .whole(
                    "Source",
                    "source",
                    Shape.of("PersistentVolumeName=persistentVolumeName?", "InlineVolumeSpec=inlineVolumeSpec?"))
            .and("NodeName=nodeName");

    static Resource resource(Group group) {
        return group.resource("VolumeAttachment", "volumeattachments")
                .cluster()
                .status(StatusRule.KEEPS_METADATA)
                .strategy(new VolumeAttachments())
                .columns(TableOf.name()
                        .other("Attacher", object -> Tree.text(object, "spec", "attacher"))
                        .text("PV", object -> Tree.text(object, "spec", "source", "persistentVolumeName"))
                        .text("Node", object -> Tree.text(object, "spec", "nodeName"))
                        .flag("Attached", object -> Tree.flag(object, "status", "attached"))
                        .age())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode status = Tree.ensure(object, "status");
        if (!status.path("attached").isBoolean()) {
            status.put("attached", false);
        }
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        object.putObject("status").put("attached", false);
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JsonNode spec = object.path("spec");
        PersistentVolumeSpecs.driver(Tree.text(spec, "attacher"), "spec.attacher", problems);
        source(spec.path("source"), "spec.source", problems);
        String node = Tree.text(spec, "nodeName");
        Names.dnsSubdomain(node).forEach(mistake -> problems.invalid("spec.nodeName", quoted(node), mistake));
        status(object.path("status"), problems);
        if (Tree.has(spec, "source", "persistentVolumeName")) {
            String volume = Tree.text(spec, "source", "persistentVolumeName");
            Names.dnsSubdomain(volume)
                    .forEach(mistake -> problems.invalid("spec.source.persistentVolumeName", quoted(volume), mistake));
        }
    }

    private static void source(JsonNode source, String field, Problems problems) {
        boolean named = Tree.has(source, "persistentVolumeName");
        boolean inline = Tree.has(source, "inlineVolumeSpec");
        String exactlyOne = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
        if (named && inline) {
            problems.forbidden(field, exactlyOne);
        } else if (inline) {
            PersistentVolumeSpecs.validateInline(
                    source.path("inlineVolumeSpec"), field + ".inlineVolumeSpec", problems);
        } else if (!named) {
            problems.required(field, exactlyOne);
        } else if (Tree.text(source, "persistentVolumeName").isEmpty()) {
            problems.required(field + ".persistentVolumeName", "must specify non empty persistentVolumeName");
        }
    }

    private static void status(JsonNode status, Problems problems) {
        if (Parameters.length(Tree.texts(status, "attachmentMetadata")) > METADATA_LENGTH) {
            problems.tooLong("status.attachmentMetadata", METADATA_LENGTH);
        }
        for (String error : List.of("attachError", "detachError")) {
            String field = "status." + error;
            if (Parameters.bytes(Tree.text(status, error, "message")) > MESSAGE_LENGTH) {
                // The limit that is told is another one than that which is kept.
                problems.tooLong(field + ".message", METADATA_LENGTH);
            }
            long code = Tree.number(status, error, "errorCode").orElse(0);
            if (code < 0) {
                problems.invalid(
                        field + ".errorCode", Long.toString(code), "must be between 0 and 2147483647, inclusive");
            }
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        validate(object, problems);
        JsonNode now = SPEC.show(object.path("spec"));
        if (!now.equals(SPEC.show(old.path("spec")))) {
            Immutable.refuse("spec", Shown.value(now), problems);
        }
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        validateUpdate(object, old, problems);
    }
}
