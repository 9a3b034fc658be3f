package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonDepth;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.GroupVersionKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Errors for bodies that cannot be decoded, with the messages of Kubernetes.
final class DecodingFailure {
    private static final int SHOWN = 30;

    private DecodingFailure() {}

    static ApiException cannotBeHandled(GroupVersionKind expectedKind, String why) {
        return cannotBeHandled(expectedKind.version(), expectedKind.kind(), expectedKind, why);
    }

    private static ApiException cannotBeHandled(
            String version, String kind, GroupVersionKind expectedKind, String why) {
        return ApiException.badRequest("%s in version \"%s\" cannot be handled as a %s: %s"
                .formatted(kind, version, expectedKind.kind(), why));
    }

    static ApiException unrecognized(byte[] body, String why, GroupVersionKind expectedKind) {
        return ApiException.badRequest("the object provided is unrecognized (must be of type %s): %s (%s)"
                .formatted(expectedKind.kind(), why, excerpt(body)));
    }

    static ApiException malformed(byte[] body, JsonProcessingException failure, GroupVersionKind expectedKind) {
        String why = failure instanceof JsonEOFException || body.length == 0
                ? "unexpected end of JSON input"
                : failure instanceof StreamConstraintsException ? JsonDepth.problem(failure) : invalid(body, failure);
        return unrecognized(body, "couldn't get version/kind; json parse error: " + why, expectedKind);
    }

    private static String invalid(byte[] body, JsonProcessingException failure) {
        long at = failure.getLocation() == null ? -1 : failure.getLocation().getByteOffset() - 1;
        if (at < 0 || at >= body.length) {
            return "invalid character looking for beginning of value";
        }
        return "invalid character '%c' looking for beginning of value".formatted((char) (body[(int) at] & 0xff));
    }

    static ApiException notAnObject(byte[] body, @Nullable JsonToken found, GroupVersionKind expectedKind) {
        if (found == null) {
            return unrecognized(
                    body, "couldn't get version/kind; json parse error: unexpected end of JSON input", expectedKind);
        }
        return unrecognized(
                body,
                "couldn't get version/kind; json parse error: json: cannot unmarshal %s into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }"
                        .formatted(ScalarReader.called(found)),
                expectedKind);
    }

    /// Rejects a body with another apiVersion or kind. A body without them is accepted.
    static void checkKind(String apiVersion, String kind, byte[] body, GroupVersionKind expectedKind)
            throws ApiException {
        String said = apiVersion.isEmpty() ? expectedKind.apiVersion() : apiVersion;
        String called = kind.isEmpty() ? expectedKind.kind() : kind;
        if (said.equals(expectedKind.apiVersion()) && called.equals(expectedKind.kind())) {
            return;
        }
        int slash = said.indexOf('/');
        if (slash != said.lastIndexOf('/')) {
            throw unrecognized(body, "unexpected GroupVersion string: " + said, expectedKind);
        }
        String group = slash < 0 ? "" : said.substring(0, slash);
        String version = said.substring(slash + 1);
        if (BuiltInTypes.find(group, version, called).isEmpty()) {
            throw cannotBeHandled(
                    version,
                    called,
                    expectedKind,
                    "no kind \"%s\" is registered for version \"%s\" in scheme \"pkg/runtime/scheme.go:111\""
                            .formatted(called, said));
        }
        if (called.equals(expectedKind.kind()) && group.equals(expectedKind.group())) {
            throw ApiException.badRequest(
                    "the API version in the data (%s) does not match the expected API version (%s)"
                            .formatted(said, expectedKind.apiVersion()));
        }
        throw cannotBeHandled(
                version,
                called,
                expectedKind,
                "converting (%s.%s) to (%s.%s): unknown conversion"
                        .formatted(version, called, internal(expectedKind.group()), expectedKind.kind()));
    }

    /// The same for a body that could not be decoded.
    static void checkKind(byte[] body, boolean yaml, GroupVersionKind expectedKind) throws ApiException {
        String apiVersion = "";
        String kind = "";
        try (JsonParser parser = ObjectDecoder.parser(body, yaml)) {
            parser.nextToken();
            for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
                JsonToken value = parser.nextToken();
                boolean typeField = key.equals("apiVersion") || key.equals("kind");
                if (typeField && value != JsonToken.VALUE_STRING && value != JsonToken.VALUE_NULL) {
                    throw unrecognized(
                            body,
                            "couldn't get version/kind; json parse error: json: cannot unmarshal %s into Go struct field .%s of type string"
                                    .formatted(ScalarReader.called(value), key),
                            expectedKind);
                }
                if (typeField && value == JsonToken.VALUE_STRING) {
                    apiVersion = key.equals("apiVersion") ? parser.getText() : apiVersion;
                    kind = key.equals("kind") ? parser.getText() : kind;
                }
                parser.skipChildren();
            }
        } catch (JsonProcessingException e) {
            throw malformed(body, e, expectedKind);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
        checkKind(apiVersion, kind, body, expectedKind);
    }

    /// The internal name of a group in Kubernetes.
    private static String internal(String group) {
        return group.isEmpty() ? "core" : group.split("\\.", 2)[0];
    }

    private static String excerpt(byte[] body) {
        if (body.length == 0) {
            return "<empty>";
        }
        int length = Math.min(body.length, SHOWN);
        String shown = body[0] == '{'
                ? new String(body, 0, length, StandardCharsets.UTF_8)
                : HexFormat.of().formatHex(body, 0, length);
        return length < body.length ? shown + " ..." : shown;
    }
}
