package dev.stowage.apiserver.openapi;

import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeSet;

/// The ETag of a document, computed without creating it: from the resources and the version of the server.
final class OpenApiFingerprint {
    private final MessageDigest digest;

    OpenApiFingerprint(String first) {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is not available", e);
        }
        add(first);
    }

    void add(ResourceDescriptor resourceDescriptor, String version) {
        add(resourceDescriptor.apiVersion(version));
        add(resourceDescriptor.names().toString());
        add(String.valueOf(resourceDescriptor.namespaced()));
        add(new TreeSet<>(resourceDescriptor.verbs()).toString());
        add(resourceDescriptor.status().toString());
        resourceDescriptor.subresources().forEach(part -> add(part.name() + part.kind() + new TreeSet<>(part.verbs())));
        resourceDescriptor.schema().openApi(version).ifPresent(schema -> digest.update(Json.write(schema)));
    }

    private void add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    String hex() {
        return HexFormat.of().withUpperCase().formatHex(digest.digest());
    }
}
