package dev.stowage.csi;

import io.grpc.CompressorRegistry;
import java.time.Duration;

/// Limits of a server for the processes of other nodes.
///
/// @param maxConnections further ones are closed at once
/// @param maxConcurrentCalls of one connection; further ones wait at the client
/// @param maxRequestBytes larger requests are rejected with RESOURCE_EXHAUSTED before they are read
/// @param maxConnectionAge then a client connects again, and shows its current certificate; running calls continue
/// @param drain how long `close` waits for calls that are running
/// @param compressors for responses
public record TlsServerOptions(
        int maxConnections,
        int maxConcurrentCalls,
        int maxRequestBytes,
        Duration maxConnectionAge,
        Duration drain,
        CompressorRegistry compressors) {

    public TlsServerOptions {
        if (maxConnections <= 0 || maxConcurrentCalls <= 0 || maxRequestBytes <= 0 || !maxConnectionAge.isPositive()) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }

    public static TlsServerOptions defaults() {
        return new TlsServerOptions(
                256,
                32,
                256 << 10,
                Duration.ofHours(1),
                Duration.ofSeconds(5),
                CompressorRegistry.getDefaultInstance());
    }

    public TlsServerOptions withMaxConnections(int count) {
        return new TlsServerOptions(count, maxConcurrentCalls, maxRequestBytes, maxConnectionAge, drain, compressors);
    }

    public TlsServerOptions withCompressors(CompressorRegistry registry) {
        return new TlsServerOptions(
                maxConnections, maxConcurrentCalls, maxRequestBytes, maxConnectionAge, drain, registry);
    }
}
