package dev.stowage.apiserver.proxy;

import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.PkiDirectory;
import dev.stowage.x509.TlsContexts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/// Speaks as a kubelet does, with a certificate of its own making. What it answers is decided by the path.
final class FakeKubelet implements AutoCloseable {
    private final SSLServerSocket server;
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    FakeKubelet(Path folder) throws IOException, GeneralSecurityException {
        PkiDirectory own = PkiDirectory.open(folder, Clock.systemUTC());
        server = (SSLServerSocket) TlsContexts.server(
                        own.identity("kubelet", CertificateProfile.server("node", List.of("127.0.0.1"))),
                        List.of(own.authority()))
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        server.setWantClientAuth(true);
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /// The head of the next request, with the caller's name before it.
    String request() throws InterruptedException {
        return requests.take();
    }

    /// As if nobody had asked so far.
    void forget() {
        requests.clear();
        lines.clear();
    }

    /// Another line of the log that is followed; the empty one ends it.
    void log(String line) {
        lines.add(line);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                SSLSocket socket = (SSLSocket) server.accept();
                Thread.ofVirtual().start(() -> answer(socket));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void answer(SSLSocket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int c = in.read();
                if (c < 0) {
                    return;
                }
                head.append((char) c);
            }
            X509Certificate caller = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            requests.add(caller.getSubjectX500Principal().getName() + " " + head);
            String path = head.substring(head.indexOf(" ") + 1);
            if (path.startsWith("/exec/") && head.indexOf("Upgrade: ") > 0) {
                write(
                        out,
                        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\nhello ");
                echo(in, out);
            } else if (path.contains("follow=true")) {
                write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                for (String line = lines.take(); !line.isEmpty(); line = lines.take()) {
                    write(out, Integer.toHexString(line.length()) + "\r\n" + line + "\r\n");
                }
                write(out, "0\r\n\r\n");
            } else if (path.contains("/waiting")) {
                String why = "container \"waiting\" in pod \"p\" is waiting to start: ContainerCreating";
                write(out, "HTTP/1.1 400 Bad Request\r\nContent-Length: " + why.length() + "\r\n\r\n" + why);
            } else {
                write(out, "HTTP/1.1 200 OK\r\nContent-Type: text/x-own\r\nX-Own: yes\r\n\r\nfirst\nsecond\n");
            }
        } catch (IOException | InterruptedException _) {
            // The test sees that nothing more comes.
        }
    }

    /// Everything that comes, in capital letters, and a last word when the other side has ended.
    private static void echo(InputStream in, OutputStream out) throws IOException {
        for (int c = in.read(); c >= 0; c = in.read()) {
            out.write(Character.toUpperCase(c));
        }
        write(out, " bye");
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
