package dev.stowage.apiserver.protobuf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonDepth;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.ProtobufMessage;
import java.util.Optional;

/// A request body of type `application/vnd.kubernetes.protobuf`: four magic bytes, and an envelope with the kind
/// and the object.
public final class ProtobufBody {
    public static final String TYPE = "application/vnd.kubernetes.protobuf";

    private static final int ENVELOPE_KIND = 1 << 3 | WireReader.BYTES;
    private static final int ENVELOPE_CONTENT = 2 << 3 | WireReader.BYTES;

    private ProtobufBody() {}

    /// The same as JSON.
    ///
    /// @throws ApiException for a kind without a protobuf message, and for a malformed body
    public static byte[] toJson(byte[] body) throws ApiException {
        try {
            ObjectNode object = decode(body);
            // A message can contain JSON, which may be deep.
            if (JsonDepth.exceeds(object, JsonDepth.MOST)) {
                throw new MalformedProtobufException(JsonDepth.EXCEEDED);
            }
            return Json.write(object);
        } catch (MalformedProtobufException e) {
            throw ApiException.badRequest("the object provided is unrecognized: proto: " + e.getMessage());
        }
    }

    private static ObjectNode decode(byte[] body) throws MalformedProtobufException, ApiException {
        if (body.length < 4 || body[0] != 'k' || body[1] != '8' || body[2] != 's' || body[3] != 0) {
            throw new MalformedProtobufException(
                    "provided data does not appear to be a protobuf message, expected prefix" + " [107 56 115 0]");
        }
        WireReader envelope = new WireReader(body, 4, body.length);
        String version = "";
        String kind = "";
        WireReader content = new WireReader(body, 0, 0);
        while (envelope.hasMore()) {
            int tag = envelope.tag();
            switch (tag) {
                case ENVELOPE_KIND -> {
                    byte[] meta = envelope.nested().rest();
                    version = ScalarDecoder.part(new WireReader(meta, 0, meta.length), 1);
                    kind = ScalarDecoder.part(new WireReader(meta, 0, meta.length), 2);
                }
                case ENVELOPE_CONTENT -> content = envelope.nested();
                default -> envelope.skip(tag & 7);
            }
        }
        ProtobufMessage protobufMessage = message(version, kind).orElseThrow(ProtobufBody::unknown);
        ObjectNode object = Json.object().put("kind", kind).put("apiVersion", version);
        object.setAll(MessageDecoder.decode(content, protobufMessage));
        return object;
    }

    /// Kinds that every group has, such as DeleteOptions, are found in any group.
    private static Optional<ProtobufMessage> message(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        String group = apiVersion.substring(0, Math.max(slash, 0));
        String version = apiVersion.substring(slash + 1);
        if (version.isEmpty()) {
            return Optional.empty();
        }
        return BuiltInTypes.find(group, version, kind)
                .flatMap(type -> BuiltInTypes.message(type.name()))
                .or(() -> BuiltInTypes.message("io.k8s.apimachinery.pkg.apis.meta.v1." + kind));
    }

    private static ApiException unknown() {
        return new ApiException(
                StatusReason.UNSUPPORTED_MEDIA_TYPE,
                "the body of the request was in an unknown format - accepted media types include: application/json,"
                        + " application/yaml");
    }
}
