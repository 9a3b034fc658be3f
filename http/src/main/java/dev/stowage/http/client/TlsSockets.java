package dev.stowage.http.client;

import java.util.Comparator;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// How a TLS connection to a server is set up before its handshake.
final class TlsSockets {
    private TlsSockets() {}

    /// ChaCha20 first: without special code for the processor, which the virtual machine has only in its second
    /// compiler, it costs a quarter of AES, and with it no more.
    static void prepare(SSLSocket socket) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setCipherSuites(Stream.of(parameters.getCipherSuites())
                .sorted(Comparator.comparing(suite -> !suite.contains("_CHACHA20_")))
                .toArray(String[]::new));
        socket.setSSLParameters(parameters);
    }
}
