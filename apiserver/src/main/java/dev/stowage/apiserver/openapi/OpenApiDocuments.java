package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.CachedDocument;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ServedResources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// The documents that describe all resources. Each is created on the first request, and cached until a
/// resource is added or removed. Safe for use by several threads.
public final class OpenApiDocuments {
    private static final String RELEASE = "1.36";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final ServedResources servedResources;
    private volatile DocumentCache cache = new DocumentCache(-1, Map.of());

    /// The documents of one state of the registry.
    private record DocumentCache(long generation, Map<String, CachedDocument> documents) {}

    /// A resource in one of its versions.
    private record Served(ResourceDescriptor resourceDescriptor, String version) {}

    public OpenApiDocuments(ServedResources servedResources) {
        this.servedResources = servedResources;
    }

    /// Which documents of version 3 there are: one for each group and version.
    public CachedDocument index() {
        return current().computeIfAbsent("index", _ -> {
            ObjectNode index = Json.object();
            ObjectNode paths = index.putObject("paths");
            OpenApiFingerprint all = new OpenApiFingerprint("index");
            byGroup().forEach((place, served) -> {
                String hash = fingerprint("v3 " + place, served).hex();
                paths.putObject(place).put("serverRelativeURL", "/openapi/v3/%s?hash=%s".formatted(place, hash));
                served.forEach(one -> all.add(one.resourceDescriptor(), one.version()));
            });
            return new CachedDocument(Json.write(index), quoted(all));
        });
    }

    /// @param group empty for the core group
    public Optional<CachedDocument> document(String group, String version) {
        String place = place(group, version);
        CachedDocument known = current().get(place);
        if (known != null) {
            return Optional.of(known);
        }
        List<Served> served = byGroup().getOrDefault(place, List.of());
        return served.isEmpty()
                ? Optional.empty()
                : Optional.of(current()
                        .computeIfAbsent(
                                place,
                                _ -> new CachedDocument(
                                        write(OpenApiVersion.V3, served), quoted(fingerprint("v3 " + place, served)))));
    }

    /// All resources in a document of version 2.
    public CachedDocument version2() {
        return version2(current());
    }

    private CachedDocument version2(Map<String, CachedDocument> documents) {
        return documents.computeIfAbsent("v2", _ -> {
            List<Served> served =
                    byGroup().values().stream().flatMap(List::stream).toList();
            return new CachedDocument(write(OpenApiVersion.V2, served), quoted(fingerprint("v2", served)));
        });
    }

    /// The same document as [#version2()] in protobuf. It has the same tag: the header `Vary` tells caches that
    /// there are two.
    public CachedDocument version2Protobuf() {
        Map<String, CachedDocument> documents = current();
        CachedDocument json = version2(documents);
        return documents.computeIfAbsent(
                "v2 protobuf", _ -> new CachedDocument(DocumentMessages.encode(Json.stored(json.bytes())), json.tag()));
    }

    private Map<String, CachedDocument> current() {
        DocumentCache last = cache;
        long generation = servedResources.generation();
        if (last.generation() != generation) {
            last = new DocumentCache(generation, new ConcurrentHashMap<>());
            cache = last;
        }
        return last.documents();
    }

    private NavigableMap<String, List<Served>> byGroup() {
        NavigableMap<String, List<Served>> groups = new TreeMap<>();
        for (ResourceDescriptor resourceDescriptor : servedResources.all()) {
            for (String version : resourceDescriptor.versions()) {
                groups.computeIfAbsent(place(resourceDescriptor.group(), version), _ -> new ArrayList<>())
                        .add(new Served(resourceDescriptor, version));
            }
        }
        return groups;
    }

    private static String place(String group, String version) {
        return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
    }

    private static OpenApiFingerprint fingerprint(String first, List<Served> served) {
        OpenApiFingerprint openApiFingerprint = new OpenApiFingerprint(RELEASE + " described " + first);
        served.forEach(one -> openApiFingerprint.add(one.resourceDescriptor(), one.version()));
        return openApiFingerprint;
    }

    private static String quoted(OpenApiFingerprint openApiFingerprint) {
        return "\"" + openApiFingerprint.hex() + "\"";
    }

    private static byte[] write(OpenApiVersion openApiVersion, List<Served> served) {
        OpenApiDefinitions openApiDefinitions = new OpenApiDefinitions(openApiVersion);
        ObjectDefinitions objectDefinitions = new ObjectDefinitions(openApiVersion, openApiDefinitions);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        try (JsonGenerator json = MAPPER.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField(
                    openApiVersion == OpenApiVersion.V3 ? "openapi" : "swagger",
                    openApiVersion == OpenApiVersion.V3 ? "3.0.0" : "2.0");
            json.writeFieldName("info");
            json.writeTree(Json.object().put("title", "Kubernetes").put("version", RELEASE));
            json.writeObjectFieldStart("paths");
            NavigableMap<String, ObjectNode> paths = new TreeMap<>();
            for (Served one : served) {
                new OpenApiPaths(one.resourceDescriptor(), one.version(), openApiVersion, objectDefinitions)
                        .each(paths::put);
            }
            writeMembers(json, paths);
            if (openApiVersion == OpenApiVersion.V3) {
                json.writeObjectFieldStart("components");
                json.writeObjectFieldStart("schemas");
                writeMembers(json, openApiDefinitions.all());
                json.writeEndObject();
            } else {
                json.writeObjectFieldStart("definitions");
                writeMembers(json, openApiDefinitions.all());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    /// Writes the members of an object that was begun, and ends it.
    private static void writeMembers(JsonGenerator json, NavigableMap<String, ObjectNode> members) throws IOException {
        for (Map.Entry<String, ObjectNode> member : members.entrySet()) {
            json.writeFieldName(member.getKey());
            json.writeTree(member.getValue());
        }
        json.writeEndObject();
    }
}
