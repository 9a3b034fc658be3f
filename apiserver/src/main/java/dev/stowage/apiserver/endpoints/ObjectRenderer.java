package dev.stowage.apiserver.endpoints;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.registry.generic.ObjectList;
import dev.stowage.apiserver.registry.generic.RequestTarget;
import dev.stowage.apiserver.registry.generic.VersionConverter;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// Renders stored objects in the requested form. Objects that are stored in that form are copied, not parsed.
final class ObjectRenderer {
    private static final byte[] PARTIAL =
            ascii("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":");
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .build();

    private final RequestTarget target;
    private final ResponseFormat responseFormat;
    private final TableWriter table;

    ObjectRenderer(RequestTarget target, ResponseFormat responseFormat, TableWriter.Include include, Instant now) {
        this.target = target;
        this.responseFormat = responseFormat;
        this.table = new TableWriter(target, include, now);
    }

    static ObjectRenderer of(RequestExchange exchange, RequestTarget target, ResponseFormat responseFormat, Instant now)
            throws ApiException {
        TableWriter.Include include =
                TableWriter.Include.of(exchange.queryParameters().text("includeObject"));
        return new ObjectRenderer(target, responseFormat, include, now);
    }

    byte[] one(StoredObject storedObject, boolean header) {
        byte[] json = switch (responseFormat.as()) {
            case OBJECT -> VersionConverter.bytes(target.resourceDescriptor(), target.version(), storedObject.value());
            case TABLE -> table.one(storedObject, header);
            case PARTIAL -> partial(storedObject.value());
        };
        return responseFormat.yaml() ? yaml(json) : json;
    }

    static byte[] tree(ObjectNode object, ResponseFormat responseFormat) {
        return responseFormat.yaml() ? yaml(Json.write(object)) : Json.write(object);
    }

    void list(ObjectList objectList, OutputStream out) throws IOException {
        if (responseFormat.yaml()) {
            ByteArrayOutputStream json = new ByteArrayOutputStream();
            listJson(objectList, json);
            out.write(yaml(json.toByteArray()));
        } else {
            listJson(objectList, out);
        }
    }

    private void listJson(ObjectList objectList, OutputStream out) throws IOException {
        switch (responseFormat.as()) {
            case TABLE -> table.write(objectList, true, out);
            case OBJECT -> items(objectList, target.resourceDescriptor().names().listKind(), target.apiVersion(), out);
            case PARTIAL -> items(objectList, "PartialObjectMetadataList", "meta.k8s.io/v1", out);
        }
    }

    private void items(ObjectList objectList, String kind, String apiVersion, OutputStream out) throws IOException {
        ObjectNode head = Json.object().put("kind", kind).put("apiVersion", apiVersion);
        ObjectNode metadata = head.putObject("metadata").put("resourceVersion", Long.toString(objectList.revision()));
        if (!objectList.next().isEmpty()) {
            metadata.put("continue", objectList.next());
        }
        objectList.remaining().ifPresent(remaining -> metadata.put("remainingItemCount", remaining));
        byte[] start = Json.write(head);
        out.write(start, 0, start.length - 1);
        out.write(ascii(",\"items\":["));
        boolean first = true;
        for (StoredObject storedObject : objectList.entries()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            out.write(
                    responseFormat.as() == ResponseFormat.As.PARTIAL
                            ? partial(storedObject.value())
                            : VersionConverter.bytes(
                                    target.resourceDescriptor(), target.version(), storedObject.value()));
        }
        out.write(ascii("]}"));
    }

    /// The approximate size of a list.
    static long size(ObjectList objectList) {
        long size = 0;
        for (StoredObject storedObject : objectList.entries()) {
            size += storedObject.value().length;
        }
        return size;
    }

    /// The metadata is cut out of the bytes; the rest is only skipped.
    private static byte[] partial(byte[] object) {
        try (JsonParser parser = Json.parser(object)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = parser.currentName().equals("metadata");
                parser.nextToken();
                int start = Math.toIntExact(parser.currentTokenLocation().getByteOffset());
                parser.skipChildren();
                if (found) {
                    int end = Math.toIntExact(parser.currentLocation().getByteOffset());
                    byte[] partial = new byte[PARTIAL.length + end - start + 1];
                    System.arraycopy(PARTIAL, 0, partial, 0, PARTIAL.length);
                    System.arraycopy(object, start, partial, PARTIAL.length, end - start);
                    partial[partial.length - 1] = '}';
                    return partial;
                }
            }
            throw new IllegalStateException("stored object has no metadata");
        } catch (IOException e) {
            throw new UncheckedIOException("stored object is not valid JSON", e);
        }
    }

    static byte[] yaml(byte[] json) {
        try {
            JsonNode tree = Json.read(json);
            return YAML.writeValueAsBytes(tree);
        } catch (IOException e) {
            throw new UncheckedIOException("stored object is not valid JSON", e);
        }
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
