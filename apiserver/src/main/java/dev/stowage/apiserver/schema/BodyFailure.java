package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.schema.Decoder.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Why a body cannot be taken, in Kubernetes' words.
final class BodyFailure {
    private static final int SHOWN = 30;

    private BodyFailure() {}

    static ApiException cannotBeHandled(Target target, String why) {
        return cannotBeHandled(target.version(), target.kind(), target, why);
    }

    private static ApiException cannotBeHandled(String version, String kind, Target target, String why) {
        return ApiException.badRequest(
                "%s in version \"%s\" cannot be handled as a %s: %s".formatted(kind, version, target.kind(), why));
    }

    static ApiException unrecognized(byte[] body, String why, Target target) {
        return ApiException.badRequest("the object provided is unrecognized (must be of type %s): %s (%s)"
                .formatted(target.kind(), why, excerpt(body)));
    }

    static ApiException malformed(byte[] body, JsonProcessingException failure, Target target) {
        String why = failure instanceof JsonEOFException || body.length == 0
                ? "unexpected end of JSON input"
                : failure instanceof StreamConstraintsException ? "exceeded max depth" : invalid(body, failure);
        return unrecognized(body, "couldn't get version/kind; json parse error: " + why, target);
    }

    private static String invalid(byte[] body, JsonProcessingException failure) {
        long at = failure.getLocation() == null ? -1 : failure.getLocation().getByteOffset() - 1;
        if (at < 0 || at >= body.length) {
            return "invalid character looking for beginning of value";
        }
        return "invalid character '%c' looking for beginning of value".formatted((char) (body[(int) at] & 0xff));
    }

    static ApiException notAnObject(byte[] body, @Nullable JsonToken found, Target target) {
        if (found == null) {
            return unrecognized(
                    body, "couldn't get version/kind; json parse error: unexpected end of JSON input", target);
        }
        return unrecognized(
                body,
                "couldn't get version/kind; json parse error: json: cannot unmarshal %s into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }"
                        .formatted(ScalarReader.called(found)),
                target);
    }

    /// Refuses a body that says of itself that it is something else. One that says nothing is taken.
    static void checkKind(String apiVersion, String kind, byte[] body, Target target) throws ApiException {
        String said = apiVersion.isEmpty() ? target.apiVersion() : apiVersion;
        String called = kind.isEmpty() ? target.kind() : kind;
        if (said.equals(target.apiVersion()) && called.equals(target.kind())) {
            return;
        }
        int slash = said.indexOf('/');
        if (slash != said.lastIndexOf('/')) {
            throw unrecognized(body, "unexpected GroupVersion string: " + said, target);
        }
        String group = slash < 0 ? "" : said.substring(0, slash);
        String version = said.substring(slash + 1);
        if (Types.find(group, version, called).isEmpty()) {
            throw cannotBeHandled(
                    version,
                    called,
                    target,
                    "no kind \"%s\" is registered for version \"%s\" in scheme \"pkg/runtime/scheme.go:111\""
                            .formatted(called, said));
        }
        if (called.equals(target.kind()) && group.equals(target.group())) {
            throw ApiException.badRequest(
                    "the API version in the data (%s) does not match the expected API version (%s)"
                            .formatted(said, target.apiVersion()));
        }
        throw cannotBeHandled(
                version,
                called,
                target,
                "converting (%s.%s) to (%s.%s): unknown conversion"
                        .formatted(version, called, internal(target.group()), target.kind()));
    }

    /// The same for a body that could not be read as what it should be.
    static void checkKind(byte[] body, boolean yaml, Target target) throws ApiException {
        String apiVersion = "";
        String kind = "";
        try (JsonParser parser = Decoder.parser(body, yaml)) {
            parser.nextToken();
            for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
                JsonToken value = parser.nextToken();
                boolean told = key.equals("apiVersion") || key.equals("kind");
                if (told && value != JsonToken.VALUE_STRING && value != JsonToken.VALUE_NULL) {
                    throw unrecognized(
                            body,
                            "couldn't get version/kind; json parse error: json: cannot unmarshal %s into Go struct field .%s of type string"
                                    .formatted(ScalarReader.called(value), key),
                            target);
                }
                if (told && value == JsonToken.VALUE_STRING) {
                    apiVersion = key.equals("apiVersion") ? parser.getText() : apiVersion;
                    kind = key.equals("kind") ? parser.getText() : kind;
                }
                parser.skipChildren();
            }
        } catch (JsonProcessingException e) {
            throw malformed(body, e, target);
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot fail", e);
        }
        checkKind(apiVersion, kind, body, target);
    }

    /// What a group is called inside Kubernetes.
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
