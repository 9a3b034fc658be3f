package dev.stowage.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ConnectionPoolTest {
    private static final ClientRequest REQUEST =
            new ClientRequest("GET", "/", "*/*", "test", "", "", new byte[0], Duration.ofSeconds(20));

    private final AtomicReference<SSLContext> tls = new AtomicReference<>();
    private HttpServer server;
    private ConnectionPool pool;

    @BeforeEach
    void serve() throws Exception {
        tls.set(SSLContext.getInstance("TLS"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        pool = new ConnectionPool(address, tls::get);
    }

    @AfterEach
    void end() {
        pool.close();
        server.stop(0);
    }

    private void use(ClientConnection connection) throws IOException {
        assertThat(connection.exchange(REQUEST, pool).status()).isEqualTo(204);
    }

    @Test
    void aConnectionIsUsedAgain() throws Exception {
        ClientConnection first = pool.connect();
        use(first);
        assertThat(pool.pollIdle()).isSameAs(first);
    }

    /// A server refuses what comes on a connection whose certificate has expired.
    @Test
    void aConnectionWithAnOldCertificateIsNotUsedAgain() throws Exception {
        use(pool.connect());
        tls.set(SSLContext.getInstance("TLS"));
        assertThat(pool.pollIdle()).isNull();
        ClientConnection second = pool.connect();
        use(second);
        assertThat(pool.pollIdle()).isSameAs(second);
    }
}
