package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceDescriptor.Subresource;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.kubetypes.GroupVersionKind;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/// The paths of one resource in one version, and their operations.
final class OpenApiPaths {
    private static final Set<Verb> STATUS = Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE);

    private final ResourceDescriptor resourceDescriptor;
    private final String version;
    private final OpenApiVersion openApiVersion;
    private final ObjectDefinitions objectDefinitions;
    private final GroupVersionKind kind;
    private final String words;

    OpenApiPaths(
            ResourceDescriptor resourceDescriptor,
            String version,
            OpenApiVersion openApiVersion,
            ObjectDefinitions objectDefinitions) {
        this.resourceDescriptor = resourceDescriptor;
        this.version = version;
        this.openApiVersion = openApiVersion;
        this.objectDefinitions = objectDefinitions;
        this.kind = new GroupVersionKind(
                resourceDescriptor.group(), version, resourceDescriptor.names().kind());
        this.words = OperationIds.group(resourceDescriptor.group()) + OperationIds.capital(version);
    }

    void each(BiConsumer<String, ObjectNode> paths) {
        String prefix = resourceDescriptor.group().isEmpty()
                ? "/api/" + version
                : "/apis/" + resourceDescriptor.apiVersion(version);
        String plural = resourceDescriptor.names().plural();
        String home =
                resourceDescriptor.namespaced() ? prefix + "/namespaces/{namespace}/" + plural : prefix + "/" + plural;
        if (resourceDescriptor.namespaced() && resourceDescriptor.verbs().contains(Verb.LIST)) {
            ObjectNode everywhere = Json.object();
            everywhere.set("get", list(OperationIds.all(words, kind.kind())));
            paths.accept(prefix + "/" + plural, everywhere);
        }
        add(paths, home, collection(), resourceDescriptor.namespaced() ? List.of("namespace") : List.of());
        List<String> named = resourceDescriptor.namespaced() ? List.of("name", "namespace") : List.of("name");
        add(paths, home + "/{name}", item(), named);
        if (resourceDescriptor.status() != StatusStrategy.NONE) {
            ObjectNode status = part("Status", kind, objectDefinitions.object(resourceDescriptor, version), STATUS);
            add(paths, home + "/{name}/status", status, named);
        }
        for (Subresource part : resourceDescriptor.subresources()) {
            GroupVersionKind other = new GroupVersionKind(
                    part.group().isEmpty() ? resourceDescriptor.group() : part.group(),
                    part.version().isEmpty() ? version : part.version(),
                    part.kind());
            String shape = objectDefinitions.other(other, resourceDescriptor, version);
            add(
                    paths,
                    home + "/{name}/" + part.name(),
                    part(OperationIds.capital(part.name()), other, shape, part.verbs()),
                    named);
        }
    }

    private void add(
            BiConsumer<String, ObjectNode> paths, String path, ObjectNode operations, List<String> parameters) {
        if (operations.isEmpty()) {
            return;
        }
        ArrayNode all = operations.putArray("parameters");
        parameters.forEach(name -> all.add(OpenApiParameters.path(name, openApiVersion)));
        OpenApiParameters.query(all, List.of("pretty"), openApiVersion);
        paths.accept(path, operations);
    }

    private ObjectNode collection() {
        ObjectNode operations = Json.object();
        Set<Verb> verbs = resourceDescriptor.verbs();
        if (verbs.contains(Verb.LIST)) {
            operations.set("get", list(called("list", "")));
        }
        if (verbs.contains(Verb.CREATE)) {
            String object = objectDefinitions.object(resourceDescriptor, version);
            operations.set("post", write("post", called("create", ""), kind, object, OpenApiParameters.WRITE));
        }
        if (verbs.contains(Verb.DELETECOLLECTION)) {
            String id = "delete" + words + "Collection" + place() + kind.kind();
            operations.set("delete", delete("deletecollection", id, OpenApiParameters.DELETE_MANY));
        }
        return operations;
    }

    private ObjectNode item() {
        ObjectNode operations =
                part("", kind, objectDefinitions.object(resourceDescriptor, version), resourceDescriptor.verbs());
        operations.remove("post");
        if (resourceDescriptor.verbs().contains(Verb.DELETE)) {
            operations.set("delete", delete("delete", called("delete", ""), OpenApiParameters.DELETE));
        }
        return operations;
    }

    private ObjectNode part(String name, GroupVersionKind other, String shape, Set<Verb> verbs) {
        ObjectNode operations = Json.object();
        if (verbs.contains(Verb.GET)) {
            operations.set("get", operation("get", called("read", name), other, shape, List.of()));
        }
        if (verbs.contains(Verb.UPDATE)) {
            operations.set("put", write("put", called("replace", name), other, shape, OpenApiParameters.WRITE));
        }
        if (verbs.contains(Verb.CREATE)) {
            operations.set("post", write("post", called("create", name), other, shape, OpenApiParameters.WRITE));
        }
        if (verbs.contains(Verb.PATCH)) {
            operations.set("patch", patch(called("patch", name), other, shape));
        }
        return operations;
    }

    private ObjectNode list(String id) {
        return operation("list", id, kind, objectDefinitions.list(resourceDescriptor, version), OpenApiParameters.LIST);
    }

    private ObjectNode write(String action, String id, GroupVersionKind about, String shape, List<String> parameters) {
        ObjectNode operation = operation(action, id, about, shape, parameters);
        body(operation, List.of("*/*"), shape, true);
        return operation;
    }

    private ObjectNode patch(String id, GroupVersionKind about, String shape) {
        ObjectNode operation = operation("patch", id, about, shape, OpenApiParameters.PATCH);
        body(operation, ObjectDefinitions.patches(resourceDescriptor, version), objectDefinitions.patch(), true);
        return operation;
    }

    private ObjectNode delete(String action, String id, List<String> parameters) {
        ObjectNode operation = operation(action, id, kind, objectDefinitions.meta("Status"), parameters);
        body(operation, List.of("*/*"), objectDefinitions.meta("DeleteOptions"), false);
        return operation;
    }

    private void body(ObjectNode operation, List<String> types, String shape, boolean required) {
        if (openApiVersion == OpenApiVersion.V2) {
            operation.set("consumes", ObjectDefinitions.texts(types));
            ObjectNode body = Json.object().put("name", "body").put("in", "body");
            if (required) {
                body.put("required", true);
            }
            body.set("schema", openApiVersion.reference(shape));
            operation.withArray("parameters").insert(0, body);
            return;
        }
        ObjectNode body = operation.putObject("requestBody");
        ObjectNode content = body.putObject("content");
        types.forEach(type -> content.putObject(type).set("schema", openApiVersion.reference(shape)));
        if (required) {
            body.put("required", true);
        }
    }

    private ObjectNode operation(
            String action, String id, GroupVersionKind about, String shape, List<String> parameters) {
        ObjectNode operation = Json.object();
        operation.putArray("tags").add(OperationIds.tag(resourceDescriptor.group(), version));
        operation.put("operationId", id);
        if (!parameters.isEmpty()) {
            OpenApiParameters.query(operation.putArray("parameters"), parameters, openApiVersion);
        }
        ObjectNode answer = operation.putObject("responses").putObject("200").put("description", "OK");
        if (openApiVersion == OpenApiVersion.V2) {
            operation.set("produces", ObjectDefinitions.texts(List.of("application/json", "application/yaml")));
            answer.set("schema", openApiVersion.reference(shape));
        } else {
            answer.putObject("content").putObject("application/json").set("schema", openApiVersion.reference(shape));
        }
        operation.put("x-kubernetes-action", action);
        operation.set("x-kubernetes-group-version-kind", OpenApiDefinitions.named(about));
        return operation;
    }

    private String called(String verb, String part) {
        return verb + words + place() + kind.kind() + part;
    }

    private String place() {
        return resourceDescriptor.namespaced() ? "Namespaced" : "";
    }
}
