package dev.stowage.kube.client;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What it takes to be let in.
///
/// @param authority who signs the server's certificate, in PEM; empty for those that the JDK knows
/// @param insecure whether any certificate will do
/// @param certificate by which we are known, in PEM; empty without
/// @param key of that certificate
/// @param token by which we are known; empty without
/// @param tokenFile where the token is kept by somebody who exchanges it from time to time
/// @param namespace where whoever names none works; empty when nothing is said about it
@SuppressWarnings("ArrayRecordComponent") // made once, read once, never compared
record RestConfig(
        URI server,
        byte[] authority,
        boolean insecure,
        byte[] certificate,
        byte[] key,
        String token,
        @Nullable Path tokenFile,
        String namespace) {

    RestConfig withServer(URI other) {
        return new RestConfig(other, authority, insecure, certificate, key, token, tokenFile, namespace);
    }

    Optional<Path> changingToken() {
        return Optional.ofNullable(tokenFile);
    }

    /// Says no more than where to: the rest is secret.
    @Override
    public String toString() {
        return "access to " + server;
    }
}
