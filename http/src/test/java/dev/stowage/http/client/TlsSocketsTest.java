package dev.stowage.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

final class TlsSocketsTest {

    @Test
    void cheapestCipherIsAskedForFirstAndNoneIsLost() throws Exception {
        try (SSLSocket socket =
                (SSLSocket) SSLContext.getDefault().getSocketFactory().createSocket()) {
            String[] usual = socket.getSSLParameters().getCipherSuites();
            TlsSockets.prepare(socket);
            String[] asked = socket.getSSLParameters().getCipherSuites();
            assertThat(asked[0]).isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
            assertThat(asked).containsExactlyInAnyOrder(usual);
        }
    }

    @Test
    void nameInTheCertificateIsChecked() throws Exception {
        try (SSLSocket socket =
                (SSLSocket) SSLContext.getDefault().getSocketFactory().createSocket()) {
            TlsSockets.prepare(socket);
            assertThat(socket.getSSLParameters().getEndpointIdentificationAlgorithm())
                    .isEqualTo("HTTPS");
        }
    }
}
