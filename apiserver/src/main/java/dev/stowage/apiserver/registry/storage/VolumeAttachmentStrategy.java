package dev.stowage.apiserver.registry.storage;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.core.persistentvolume.PersistentVolumeSpecValidation;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.validation.ImmutableFields;
import dev.stowage.apiserver.validation.InternalTypeShape;
import dev.stowage.apiserver.validation.ValueDiff;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;

final class VolumeAttachmentStrategy implements ResourceStrategy {
    private static final int METADATA_LENGTH = 256 * 1024;
    private static final int MESSAGE_LENGTH = 1024;

    private static final InternalTypeShape SPEC = InternalTypeShape.of("Attacher=attacher")
            .whole(
                    "Source",
                    "source",
                    InternalTypeShape.of(
                            "PersistentVolumeName=persistentVolumeName?", "InlineVolumeSpec=inlineVolumeSpec?"))
            .and("NodeName=nodeName");

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("VolumeAttachment", "volumeattachments")
                .cluster()
                .status(StatusStrategy.KEEPS_METADATA)
                .strategy(new VolumeAttachmentStrategy())
                .columns(FunctionColumns.name()
                        .other("Attacher", object -> JsonTree.text(object, "spec", "attacher"))
                        .text("PV", object -> JsonTree.text(object, "spec", "source", "persistentVolumeName"))
                        .text("Node", object -> JsonTree.text(object, "spec", "nodeName"))
                        .flag("Attached", object -> JsonTree.flag(object, "status", "attached"))
                        .age())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        ObjectNode status = JsonTree.ensure(object, "status");
        if (!status.path("attached").isBoolean()) {
            status.put("attached", false);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        object.putObject("status").put("attached", false);
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode spec = object.path("spec");
        PersistentVolumeSpecValidation.driver(JsonTree.text(spec, "attacher"), "spec.attacher", fieldErrors);
        source(spec.path("source"), "spec.source", fieldErrors);
        String node = JsonTree.text(spec, "nodeName");
        NameValidation.dnsSubdomain(node)
                .forEach(violation -> fieldErrors.invalid("spec.nodeName", quoted(node), violation));
        status(object.path("status"), fieldErrors);
        if (JsonTree.has(spec, "source", "persistentVolumeName")) {
            String volume = JsonTree.text(spec, "source", "persistentVolumeName");
            NameValidation.dnsSubdomain(volume)
                    .forEach(violation ->
                            fieldErrors.invalid("spec.source.persistentVolumeName", quoted(volume), violation));
        }
    }

    private static void source(JsonNode source, String field, FieldErrors fieldErrors) {
        boolean named = JsonTree.has(source, "persistentVolumeName");
        boolean inline = JsonTree.has(source, "inlineVolumeSpec");
        String exactlyOne = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
        if (named && inline) {
            fieldErrors.forbidden(field, exactlyOne);
        } else if (inline) {
            PersistentVolumeSpecValidation.validateInline(
                    source.path("inlineVolumeSpec"), field + ".inlineVolumeSpec", fieldErrors);
        } else if (!named) {
            fieldErrors.required(field, exactlyOne);
        } else if (JsonTree.text(source, "persistentVolumeName").isEmpty()) {
            fieldErrors.required(field + ".persistentVolumeName", "must specify non empty persistentVolumeName");
        }
    }

    private static void status(JsonNode status, FieldErrors fieldErrors) {
        if (ClassParameterValidation.length(JsonTree.texts(status, "attachmentMetadata")) > METADATA_LENGTH) {
            fieldErrors.tooLong("status.attachmentMetadata", METADATA_LENGTH);
        }
        for (String error : List.of("attachError", "detachError")) {
            String field = "status." + error;
            if (ClassParameterValidation.bytes(JsonTree.text(status, error, "message")) > MESSAGE_LENGTH) {
                // The limit in the message is not the limit that is enforced, as in Kubernetes.
                fieldErrors.tooLong(field + ".message", METADATA_LENGTH);
            }
            long code = JsonTree.number(status, error, "errorCode").orElse(0);
            if (code < 0) {
                fieldErrors.invalid(
                        field + ".errorCode", Long.toString(code), "must be between 0 and 2147483647, inclusive");
            }
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
        JsonNode now = SPEC.show(object.path("spec"));
        if (!now.equals(SPEC.show(old.path("spec")))) {
            ImmutableFields.refuse("spec", ValueDiff.value(now), fieldErrors);
        }
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validateUpdate(object, old, fieldErrors);
    }
}
