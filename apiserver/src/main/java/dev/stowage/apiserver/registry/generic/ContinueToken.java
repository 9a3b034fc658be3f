package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The position of the next page of a list.
///
/// @param revision of the list; -1 for the current state, once the revision is compacted
/// @param after the last object of the page before
record ContinueToken(long revision, ObjectKey after) {
    static final long NOW = -1;
    private static final String VERSION = "meta.k8s.io/v1";

    String text() {
        String place = after.namespace().isEmpty() ? after.name() : after.namespace() + "/" + after.name();
        byte[] json =
                Json.write(Json.object().put("v", VERSION).put("rv", revision).put("start", place + "\0"));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    /// @throws ApiException `BadRequest` if the text is not a continue token
    static ContinueToken parse(RequestTarget requestTarget, String text) throws ApiException {
        JsonNode token;
        try {
            token = Json.read(Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IllegalArgumentException | JsonProcessingException _) {
            throw ApiException.badRequest("continue key is not valid");
        }
        if (!JsonTree.text(token, "v").equals(VERSION)) {
            throw ApiException.badRequest("continue key is not valid: server does not recognize this encoded version "
                    + JsonTree.text(token, "v"));
        }
        long revision = JsonTree.number(token, "rv").orElse(0);
        if (revision == 0 || revision < NOW) {
            throw ApiException.badRequest(
                    "continue key is not valid: incorrect encoded start resourceVersion" + " (version meta.k8s.io/v1)");
        }
        String start = JsonTree.text(token, "start");
        if (start.isEmpty()) {
            throw ApiException.badRequest(
                    "continue key is not valid: encoded start key empty (version meta.k8s.io/v1)");
        }
        String place = start.endsWith("\0") ? start.substring(0, start.length() - 1) : start;
        int slash = place.indexOf('/');
        if (requestTarget.resourceDescriptor().namespaced() != slash > 0) {
            throw ApiException.badRequest("continue key is not valid: " + place);
        }
        ObjectKey after = new ObjectKey(
                requestTarget.resourceDescriptor().key(),
                slash > 0 ? place.substring(0, slash) : "",
                place.substring(slash + 1));
        return new ContinueToken(revision, after);
    }
}
