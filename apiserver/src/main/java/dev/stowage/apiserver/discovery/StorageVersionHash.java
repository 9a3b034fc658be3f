package dev.stowage.apiserver.discovery;

import dev.stowage.apiserver.resource.ResourceDescriptor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/// A hash that changes when the storage version of a resource changes, for clients.
final class StorageVersionHash {
    private static final int BYTES = 8;

    private StorageVersionHash() {}

    static String of(ResourceDescriptor resourceDescriptor) {
        String kept = resourceDescriptor.group() + "/" + resourceDescriptor.storage() + "/"
                + resourceDescriptor.names().kind();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(kept.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is not available", e);
        }
    }
}
