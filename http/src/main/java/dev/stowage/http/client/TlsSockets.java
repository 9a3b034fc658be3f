package dev.stowage.http.client;

import java.util.Comparator;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// Configures TLS sockets before the handshake.
final class TlsSockets {
    private TlsSockets() {}

    /// ChaCha20 first: until the JIT compiles AES to processor instructions, ChaCha20 costs a quarter of it, and
    /// afterwards no more.
    static void prepare(SSLSocket socket) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setCipherSuites(Stream.of(parameters.getCipherSuites())
                .sorted(Comparator.comparing(suite -> !suite.contains("_CHACHA20_")))
                .toArray(String[]::new));
        socket.setSSLParameters(parameters);
    }
}
