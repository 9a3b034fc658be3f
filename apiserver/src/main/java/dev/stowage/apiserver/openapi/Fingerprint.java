package dev.stowage.apiserver.openapi;

import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.Resource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeSet;

/// Tells one document from another without making either: from what the resources are, and the version of the server.
final class Fingerprint {
    private final MessageDigest digest;

    Fingerprint(String first) {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        add(first);
    }

    void add(Resource resource, String version) {
        add(resource.apiVersion(version));
        add(resource.names().toString());
        add(String.valueOf(resource.namespaced()));
        add(new TreeSet<>(resource.verbs()).toString());
        add(resource.status().toString());
        resource.subresources().forEach(part -> add(part.name() + part.kind() + new TreeSet<>(part.verbs())));
        resource.schema().openApi(version).ifPresent(schema -> digest.update(Json.write(schema)));
    }

    private void add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    String hex() {
        return HexFormat.of().withUpperCase().formatHex(digest.digest());
    }
}
