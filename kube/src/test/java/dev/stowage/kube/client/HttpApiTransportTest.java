package dev.stowage.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Against a server whose responses a test sets byte for byte.
class HttpApiTransportTest {
    private static final String HANG_UP = "";
    private static final String THEN_HANG_UP = "\0";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private ServerSocket server;
    private HttpApiTransport transport;
    /// The responses, in order; [#HANG_UP] closes the connection without one.
    private final BlockingQueue<String> script = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private int connections;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
        Path kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(kubeconfig, """
                {"current-context": "c", "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
                 "clusters": [{"name": "c", "cluster": {"server": "http://127.0.0.1:%d/base"}}],
                 "users": [{"name": "u", "user": {"token": "secret\\r\\nX-More: 1"}}]}
                """.formatted(server.getLocalPort()));
        transport = new HttpApiTransport(ClusterAccess.of(kubeconfig.toString(), ""), "test");
    }

    @AfterEach
    void close() throws IOException {
        transport.close();
        server.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                connections++;
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            for (String request = head(socket.getInputStream()); request != null; ) {
                heard.add(request);
                String answer = script.take();
                if (answer.equals(HANG_UP)) {
                    return;
                }
                boolean last = answer.endsWith(THEN_HANG_UP);
                String text = last ? answer.substring(0, answer.length() - 1) : answer;
                socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
                if (last) {
                    return;
                }
                request = head(socket.getInputStream());
            }
        } catch (IOException e) {
            // The client closed the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static @Nullable String head(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                return null;
            }
            text.append((char) c);
        }
        int length = text.toString()
                .lines()
                .filter(line -> line.startsWith("Content-Length: "))
                .mapToInt(line -> Integer.parseInt(line.substring(16)))
                .sum();
        return text + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private String ask(String method) throws IOException, InterruptedException {
        var apiRequest = new ApiTransport.ApiRequest(method, "/x?y=z", "", null, PATIENCE);
        try (InputStream in = transport.open(apiRequest)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void answers(String... all) {
        script.addAll(List.of(all));
    }

    private static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Test
    void connectionIsUsedAgain() throws Exception {
        answers(ok("one"), ok("two"), ok(""));

        assertThat(ask("GET")).isEqualTo("one");
        assertThat(ask("PATCH")).isEqualTo("two");
        assertThat(ask("GET")).isEmpty();
        assertThat(connections).isEqualTo(1);
    }

    @Test
    void pathsBeginWithTheServersOwn() throws Exception {
        answers(ok("a"));

        ask("GET");

        assertThat(heard.take())
                .startsWith("GET /base/x?y=z HTTP/1.1\r\n")
                .contains("Host: 127.0.0.1:" + server.getLocalPort());
    }

    @Test
    void lineBreakInATokenMakesNoSecondHeader() throws Exception {
        answers(ok("a"));

        ask("GET");

        assertThat(heard.take().lines()).noneMatch(line -> line.startsWith("X-More"));
    }

    @Test
    void bodyGoesWithItsLength() throws Exception {
        answers(ok("a"));

        transport
                .open(new ApiTransport.ApiRequest(
                        "POST", "/x", "application/json", Json.object().put("ä", 1), PATIENCE))
                .close();

        assertThat(heard.take()).contains("Content-Length: 8\r\n").endsWith("\r\n\r\n{\"ä\":1}");
    }

    @Test
    void piecesArePutTogether() throws Exception {
        String pieces = String.join("\r\n", "3", "abc", "A;name=value", "0123456789", "0", "Trailer: x", "", "");
        answers("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces, ok("next"));

        assertThat(ask("GET")).isEqualTo("abc0123456789");
        assertThat(ask("GET")).isEqualTo("next");
        assertThat(connections).isEqualTo(1);
    }

    @Test
    void interimAnswersAreSkipped() throws Exception {
        answers("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + ok("real"));

        assertThat(ask("GET")).isEqualTo("real");
    }

    @Test
    void bodyWithoutLengthLastsAsLongAsTheConnection() throws Exception {
        answers("HTTP/1.1 200 OK\r\n\r\nall of it" + THEN_HANG_UP, ok("next"));

        assertThat(ask("GET")).isEqualTo("all of it");
        assertThat(ask("GET")).isEqualTo("next");
        assertThat(connections).isEqualTo(2);
    }

    @Test
    void questionIsAskedAgainWhenTheKeptConnectionWasDead() throws Exception {
        answers(ok("one"), HANG_UP, ok("two"));

        ask("GET");

        assertThat(ask("GET")).isEqualTo("two");
        assertThat(connections).isEqualTo(2);
    }

    @Test
    void nobodyKnowsWhetherAChangeOnADeadConnectionWasMade() throws Exception {
        answers(ok("one"), HANG_UP);

        ask("GET");

        assertThatThrownBy(() -> ask("PATCH"))
                .isInstanceOfSatisfying(
                        ApiFailure.class, e -> assertThat(e.isUncertain()).isTrue());
        assertThat(connections).isEqualTo(1);
    }

    @Test
    void refusalCarriesWhatTheServerSays() {
        answers("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 38\r\n\r\n"
                + "{\"reason\":\"TooMany\",\"message\":\"later\"}");

        assertThatThrownBy(() -> ask("GET")).isInstanceOfSatisfying(ApiFailure.class, e -> {
            assertThat(e.code()).isEqualTo(429);
            assertThat(e.reason()).isEqualTo("TooMany");
            assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(7));
        });
    }

    @Test
    void whoeverIsUnknownAsksOnceMore() throws Exception {
        answers("HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno", ok("yes"));

        assertThat(ask("GET")).isEqualTo("yes");
        assertThat(connections).isEqualTo(1);
    }

    @Test
    void nonsenseIsNoAnswer() {
        for (String nonsense : List.of(
                "SSH-2.0-OpenSSH\r\n\r\n",
                "HTTP/1.1 2x0 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
                "HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(20_000))) {
            answers(nonsense);

            assertThatThrownBy(() -> ask("PATCH")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void answerThatEndsEarlyIsNoAnswer() {
        answers("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc" + THEN_HANG_UP);

        assertThatThrownBy(() -> ask("GET"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("7 bytes before the end of the response");
    }

    @Test
    void closingAWatchEndsItsReader() throws Exception {
        answers("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
        InputStream watch = transport.open(new ApiTransport.ApiRequest("GET", "/x", "", null, null));
        assertThat(watch.read()).isEqualTo('a');
        CompletableFuture<String> end = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                end.complete("read " + watch.read());
            } catch (IOException e) {
                end.complete("broken");
            }
        });

        watch.close();

        assertThat(end.get()).isIn("broken", "read -1");
    }

    @Test
    void interruptEndsTheWait() throws Exception {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                ask("GET");
            } catch (IOException | InterruptedException e) {
                end.complete(e);
            }
        });
        heard.take();

        waiting.interrupt();

        assertThat(end.get()).isInstanceOf(InterruptedException.class);
    }
}
