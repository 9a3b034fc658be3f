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
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/// A fake kubelet with its own certificate authority. The path decides its response.
final class FakeKubelet implements AutoCloseable {
    private final SSLServerSocket server;
    private final Path authority;
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

    FakeKubelet(Path folder) throws IOException, GeneralSecurityException {
        this(folder, "127.0.0.1");
    }

    /// @param name of its certificate
    FakeKubelet(Path folder, String name) throws IOException, GeneralSecurityException {
        PkiDirectory own = PkiDirectory.open(folder, Clock.systemUTC());
        authority = folder.resolve("ca.crt");
        server = (SSLServerSocket) TlsContexts.server(
                        own.identity("kubelet-" + name, CertificateProfile.server("node", List.of(name))),
                        List.of(own.authority()))
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        server.setWantClientAuth(true);
        Thread.ofVirtual().start(this::accept);
    }

    /// The file of the authority that issued its certificate.
    Path authority() {
        return authority;
    }

    int port() {
        return server.getLocalPort();
    }

    /// The head of the next request, with the caller's name before it.
    String request() throws InterruptedException {
        return requests.take();
    }

    boolean hasRequest() {
        return !requests.isEmpty();
    }

    /// Forgets the requests so far.
    void forget() {
        requests.clear();
        lines.clear();
        ended.clear();
    }

    /// The request of the next tunnel that the other side closed.
    Optional<String> ended() throws InterruptedException {
        return Optional.ofNullable(ended.poll(30, TimeUnit.SECONDS));
    }

    /// Appends a line to the followed log; an empty line ends it. Any line starts the command `held`.
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
            boolean isStream = path.startsWith("/exec/") || path.startsWith("/portForward/");
            if (isStream && head.indexOf("Upgrade: ") > 0) {
                if (path.contains("command=held")) {
                    lines.take();
                }
                write(
                        out,
                        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\nhello ");
                try {
                    echo(in, out);
                } finally {
                    ended.add(path);
                }
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
            // The test sees the end of the stream.
        }
    }

    /// Echoes everything in upper case, and sends a last message when the other side has closed its output.
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
