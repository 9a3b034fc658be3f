package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Resource.Subresource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.schema.Decoder.Target;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/// The paths of one resource in one version, and what can be asked there.
final class Operations {
    private static final Set<Verb> STATUS = Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE);

    private final Resource resource;
    private final String version;
    private final Dialect dialect;
    private final Shapes shapes;
    private final Target kind;
    private final String words;

    Operations(Resource resource, String version, Dialect dialect, Shapes shapes) {
        this.resource = resource;
        this.version = version;
        this.dialect = dialect;
        this.shapes = shapes;
        this.kind = new Target(resource.group(), version, resource.names().kind());
        this.words = OperationNames.group(resource.group()) + OperationNames.capital(version);
    }

    void each(BiConsumer<String, ObjectNode> paths) {
        String prefix = resource.group().isEmpty() ? "/api/" + version : "/apis/" + resource.apiVersion(version);
        String plural = resource.names().plural();
        String home = resource.namespaced() ? prefix + "/namespaces/{namespace}/" + plural : prefix + "/" + plural;
        if (resource.namespaced() && resource.verbs().contains(Verb.LIST)) {
            ObjectNode everywhere = Json.object();
            everywhere.set("get", list(OperationNames.all(words, kind.kind())));
            paths.accept(prefix + "/" + plural, everywhere);
        }
        add(paths, home, collection(), resource.namespaced() ? List.of("namespace") : List.of());
        List<String> named = resource.namespaced() ? List.of("name", "namespace") : List.of("name");
        add(paths, home + "/{name}", item(), named);
        if (resource.status() != StatusRule.NONE) {
            ObjectNode status = part("Status", kind, shapes.object(resource, version), STATUS);
            add(paths, home + "/{name}/status", status, named);
        }
        for (Subresource part : resource.subresources()) {
            Target other = new Target(
                    part.group().isEmpty() ? resource.group() : part.group(),
                    part.version().isEmpty() ? version : part.version(),
                    part.kind());
            String shape = shapes.other(other, resource, version);
            add(
                    paths,
                    home + "/{name}/" + part.name(),
                    part(OperationNames.capital(part.name()), other, shape, part.verbs()),
                    named);
        }
    }

    private void add(
            BiConsumer<String, ObjectNode> paths, String path, ObjectNode operations, List<String> parameters) {
        if (operations.isEmpty()) {
            return;
        }
        ArrayNode all = operations.putArray("parameters");
        parameters.forEach(name -> all.add(Parameters.path(name, dialect)));
        Parameters.query(all, List.of("pretty"), dialect);
        paths.accept(path, operations);
    }

    private ObjectNode collection() {
        ObjectNode operations = Json.object();
        Set<Verb> verbs = resource.verbs();
        if (verbs.contains(Verb.LIST)) {
            operations.set("get", list(called("list", "")));
        }
        if (verbs.contains(Verb.CREATE)) {
            String object = shapes.object(resource, version);
            operations.set("post", write("post", called("create", ""), kind, object, Parameters.WRITE));
        }
        if (verbs.contains(Verb.DELETECOLLECTION)) {
            String id = "delete" + words + "Collection" + place() + kind.kind();
            operations.set("delete", delete("deletecollection", id, Parameters.DELETE_MANY));
        }
        return operations;
    }

    private ObjectNode item() {
        ObjectNode operations = part("", kind, shapes.object(resource, version), resource.verbs());
        operations.remove("post");
        if (resource.verbs().contains(Verb.DELETE)) {
            operations.set("delete", delete("delete", called("delete", ""), Parameters.DELETE));
        }
        return operations;
    }

    private ObjectNode part(String name, Target other, String shape, Set<Verb> verbs) {
        ObjectNode operations = Json.object();
        if (verbs.contains(Verb.GET)) {
            operations.set("get", operation("get", called("read", name), other, shape, List.of()));
        }
        if (verbs.contains(Verb.UPDATE)) {
            operations.set("put", write("put", called("replace", name), other, shape, Parameters.WRITE));
        }
        if (verbs.contains(Verb.CREATE)) {
            operations.set("post", write("post", called("create", name), other, shape, Parameters.WRITE));
        }
        if (verbs.contains(Verb.PATCH)) {
            operations.set("patch", patch(called("patch", name), other, shape));
        }
        return operations;
    }

    private ObjectNode list(String id) {
        return operation("list", id, kind, shapes.list(resource, version), Parameters.LIST);
    }

    private ObjectNode write(String action, String id, Target about, String shape, List<String> parameters) {
        ObjectNode operation = operation(action, id, about, shape, parameters);
        body(operation, List.of("*/*"), shape, true);
        return operation;
    }

    private ObjectNode patch(String id, Target about, String shape) {
        ObjectNode operation = operation("patch", id, about, shape, Parameters.PATCH);
        body(operation, Shapes.patches(resource, version), shapes.patch(), true);
        return operation;
    }

    private ObjectNode delete(String action, String id, List<String> parameters) {
        ObjectNode operation = operation(action, id, kind, shapes.meta("Status"), parameters);
        body(operation, List.of("*/*"), shapes.meta("DeleteOptions"), false);
        return operation;
    }

    private void body(ObjectNode operation, List<String> types, String shape, boolean required) {
        if (dialect == Dialect.V2) {
            operation.set("consumes", Shapes.texts(types));
            ObjectNode body = Json.object().put("name", "body").put("in", "body");
            if (required) {
                body.put("required", true);
            }
            body.set("schema", dialect.reference(shape));
            operation.withArray("parameters").insert(0, body);
            return;
        }
        ObjectNode body = operation.putObject("requestBody");
        ObjectNode content = body.putObject("content");
        types.forEach(type -> content.putObject(type).set("schema", dialect.reference(shape)));
        if (required) {
            body.put("required", true);
        }
    }

    private ObjectNode operation(String action, String id, Target about, String shape, List<String> parameters) {
        ObjectNode operation = Json.object();
        operation.putArray("tags").add(OperationNames.tag(resource.group(), version));
        operation.put("operationId", id);
        if (!parameters.isEmpty()) {
            Parameters.query(operation.putArray("parameters"), parameters, dialect);
        }
        ObjectNode answer = operation.putObject("responses").putObject("200").put("description", "OK");
        if (dialect == Dialect.V2) {
            operation.set("produces", Shapes.texts(List.of("application/json", "application/yaml")));
            answer.set("schema", dialect.reference(shape));
        } else {
            answer.putObject("content").putObject("application/json").set("schema", dialect.reference(shape));
        }
        operation.put("x-kubernetes-action", action);
        operation.set("x-kubernetes-group-version-kind", Definitions.named(about));
        return operation;
    }

    private String called(String verb, String part) {
        return verb + words + place() + kind.kind() + part;
    }

    private String place() {
        return resource.namespaced() ? "Namespaced" : "";
    }
}
