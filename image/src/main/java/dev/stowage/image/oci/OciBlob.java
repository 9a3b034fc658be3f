package dev.stowage.image.oci;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.image.layer.Sha256;
import dev.stowage.k8s.json.Json;
import java.nio.charset.StandardCharsets;

/// A small document that is identified by its digest.
///
/// @param digest in hex
record OciBlob(String type, String text, String digest) {

    static OciBlob of(String type, byte[] content) {
        return new OciBlob(type, new String(content, StandardCharsets.UTF_8), Sha256.of(content));
    }

    byte[] content() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    ObjectNode descriptor() {
        return Json.object()
                .put("mediaType", type)
                .put("digest", "sha256:" + digest)
                .put("size", content().length);
    }
}
