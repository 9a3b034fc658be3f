package dev.stowage.apiserver.endpoints;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.registry.generic.ObjectList;
import dev.stowage.apiserver.registry.generic.RequestTarget;
import dev.stowage.apiserver.registry.generic.VersionConverter;
import dev.stowage.apiserver.resource.TableColumns;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/// Writes objects as a `Table`.
public final class TableWriter {
    private final RequestTarget target;
    private final Include include;
    private final Instant now;

    /// @param include how much of each object is included in its row
    public TableWriter(RequestTarget target, Include include, Instant now) {
        this.target = target;
        this.include = include;
        this.now = now;
    }

    public enum Include {
        NONE,
        METADATA,
        OBJECT;

        /// @throws ApiException for a word that is none of them
        public static Include of(String word) throws ApiException {
            return switch (word) {
                case "None" -> NONE;
                case "Object" -> OBJECT;
                case "", "Metadata" -> METADATA;
                default -> throw ApiException.badRequest("unrecognized includeObject value: \"%s\"".formatted(word));
            };
        }
    }

    /// A table of one row.
    ///
    /// @param header whether to include the columns; a watcher gets them once
    public byte[] one(StoredObject storedObject, boolean header) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        ObjectList objectList =
                new ObjectList(List.of(storedObject), storedObject.revision(), "", OptionalLong.empty());
        try {
            write(objectList, header, out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return out.toByteArray();
    }

    /// Does not close the stream.
    public void write(ObjectList objectList, boolean header, OutputStream out) throws IOException {
        try (JsonGenerator json = Json.generator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeStringField("kind", "Table");
            json.writeStringField("apiVersion", "meta.k8s.io/v1");
            json.writeObjectFieldStart("metadata");
            json.writeStringField("resourceVersion", Long.toString(objectList.revision()));
            if (!objectList.next().isEmpty()) {
                json.writeStringField("continue", objectList.next());
            }
            if (objectList.remaining().isPresent()) {
                json.writeNumberField(
                        "remainingItemCount", objectList.remaining().getAsLong());
            }
            json.writeEndObject();
            TableColumns tableColumns = target.resourceDescriptor().tableColumns();
            if (header) {
                columns(tableColumns.columns(), json);
            } else {
                json.writeNullField("columnDefinitions");
            }
            json.writeArrayFieldStart("rows");
            for (StoredObject storedObject : objectList.entries()) {
                row(tableColumns, storedObject, json);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void columns(List<TableColumns.Column> columns, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("columnDefinitions");
        for (TableColumns.Column column : columns) {
            json.writeStartObject();
            json.writeStringField("name", column.name());
            json.writeStringField("type", column.type());
            json.writeStringField("format", column.format());
            json.writeStringField("description", column.description());
            json.writeNumberField("priority", column.priority());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void row(TableColumns tableColumns, StoredObject storedObject, JsonGenerator json) throws IOException {
        ObjectNode object = Json.stored(storedObject.value());
        json.writeStartObject();
        json.writeArrayFieldStart("cells");
        for (Object cell : tableColumns.cells(object, now)) {
            cell(cell, json);
        }
        json.writeEndArray();
        switch (include) {
            case NONE -> json.writeNullField("object");
            case METADATA -> {
                json.writeObjectFieldStart("object");
                json.writeStringField("kind", "PartialObjectMetadata");
                json.writeStringField("apiVersion", "meta.k8s.io/v1");
                json.writeFieldName("metadata");
                json.writeTree(object.path("metadata"));
                json.writeEndObject();
            }
            case OBJECT -> {
                json.writeFieldName("object");
                json.writeTree(
                        VersionConverter.tree(target.resourceDescriptor(), target.version(), storedObject.value()));
            }
        }
        json.writeEndObject();
    }

    private static void cell(Object cell, JsonGenerator json) throws IOException {
        switch (cell) {
            case JsonNode node -> json.writeTree(node);
            case String text -> json.writeString(text);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            case Boolean flag -> json.writeBoolean(flag);
            default -> json.writeString(cell.toString());
        }
    }
}
