package dev.stowage.apiserver.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.apiserver.engine.Forms;
import dev.stowage.apiserver.engine.Listing;
import dev.stowage.apiserver.engine.Target;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.table.TableWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// Turns kept objects into what a client asked for. What is kept in that form already is copied, not read.
final class Renderer {
    private static final byte[] PARTIAL =
            ascii("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":");
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .build();

    private final Target target;
    private final Rendition rendition;
    private final TableWriter table;

    Renderer(Target target, Rendition rendition, TableWriter.Include include, Instant now) {
        this.target = target;
        this.rendition = rendition;
        this.table = new TableWriter(target, include, now);
    }

    byte[] one(Entry entry, boolean header) {
        byte[] json = switch (rendition.as()) {
            case OBJECT -> Forms.bytes(target.resource(), target.version(), entry.value());
            case TABLE -> table.one(entry, header);
            case PARTIAL -> partial(entry.value());
        };
        return rendition.yaml() ? yaml(json) : json;
    }

    static byte[] tree(ObjectNode object, Rendition rendition) {
        return rendition.yaml() ? yaml(Json.write(object)) : Json.write(object);
    }

    void list(Listing listing, OutputStream out) throws IOException {
        if (rendition.yaml()) {
            ByteArrayOutputStream json = new ByteArrayOutputStream();
            listJson(listing, json);
            out.write(yaml(json.toByteArray()));
        } else {
            listJson(listing, out);
        }
    }

    private void listJson(Listing listing, OutputStream out) throws IOException {
        switch (rendition.as()) {
            case TABLE -> table.write(listing, true, out);
            case OBJECT -> items(listing, target.resource().names().listKind(), target.apiVersion(), out);
            case PARTIAL -> items(listing, "PartialObjectMetadataList", "meta.k8s.io/v1", out);
        }
    }

    private void items(Listing listing, String kind, String apiVersion, OutputStream out) throws IOException {
        ObjectNode head = Json.object().put("kind", kind).put("apiVersion", apiVersion);
        ObjectNode metadata = head.putObject("metadata").put("resourceVersion", Long.toString(listing.revision()));
        if (!listing.next().isEmpty()) {
            metadata.put("continue", listing.next());
        }
        listing.remaining().ifPresent(remaining -> metadata.put("remainingItemCount", remaining));
        byte[] start = Json.write(head);
        out.write(start, 0, start.length - 1);
        out.write(ascii(",\"items\":["));
        boolean first = true;
        for (Entry entry : listing.entries()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            out.write(
                    rendition.as() == Rendition.As.PARTIAL
                            ? partial(entry.value())
                            : Forms.bytes(target.resource(), target.version(), entry.value()));
        }
        out.write(ascii("]}"));
    }

    /// About how much a list is going to be.
    static long size(Listing listing) {
        long size = 0;
        for (Entry entry : listing.entries()) {
            size += entry.value().length;
        }
        return size;
    }

    /// The metadata is cut out of the bytes; nothing of the rest is looked at but where it ends.
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
            throw new IllegalStateException("a kept object has metadata");
        } catch (IOException e) {
            throw new UncheckedIOException("a kept object is JSON", e);
        }
    }

    static byte[] yaml(byte[] json) {
        try {
            JsonNode tree = Json.read(json);
            return YAML.writeValueAsBytes(tree);
        } catch (IOException e) {
            throw new UncheckedIOException("what this server wrote is JSON", e);
        }
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
