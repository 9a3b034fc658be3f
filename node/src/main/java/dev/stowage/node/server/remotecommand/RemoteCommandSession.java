package dev.stowage.node.server.remotecommand;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.http.stream.ChannelProtocol;
import dev.stowage.http.stream.StreamChannels;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecSession;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A command and its client. Three threads copy their data: one from the client, two to it.
final class RemoteCommandSession {
    private static final Logger log = LoggerFactory.getLogger(RemoteCommandSession.class);
    private static final int BUFFER = 32 << 10;
    /// A child of the command may keep its streams open forever.
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private static final Duration GOODBYE = Duration.ofSeconds(5);

    private final ExecRequest request;
    private final ExecSession.Local session;
    private final StreamChannels client;

    RemoteCommandSession(ExecRequest request, ExecSession.Local session, StreamChannels client) {
        this.request = request;
        this.session = session;
        this.client = client;
    }

    /// Returns when the command has ended and the client has its result, or the client has left and the command
    /// was stopped.
    void run() throws IOException, InterruptedException {
        // Sent immediately, so that the client knows that the command runs.
        client.send(request.stdout() ? ChannelProtocol.STDOUT : ChannelProtocol.ERROR, new byte[0], 0);
        Thread from = Thread.ofVirtual().name("exec-input").start(this::listen);
        Thread out = pump(request.stdout(), session.stdout(), ChannelProtocol.STDOUT);
        Thread err = pump(request.stderr() && !request.tty(), session.stderr(), ChannelProtocol.STDERR);
        int code = session.await();
        out.join(LAST_WORDS);
        err.join(LAST_WORDS);
        byte[] status = RemoteCommandStatus.of(code);
        client.send(ChannelProtocol.ERROR, status, status.length);
        client.sendClose();
        from.join(GOODBYE);
    }

    /// Output that was not requested is read as well: the command must not block on it.
    private Thread pump(boolean wanted, InputStream stream, int channel) {
        return Thread.ofVirtual().name("exec-output").start(() -> {
            byte[] bytes = new byte[BUFFER];
            try {
                for (int count = stream.read(bytes); count >= 0; count = stream.read(bytes)) {
                    if (wanted) {
                        client.send(channel, bytes, count);
                    }
                }
            } catch (IOException e) {
                log.debug("Cannot send more output of a command: {}", e.getMessage());
            }
        });
    }

    private void listen() {
        try {
            for (byte[] message = client.next(); message != null; message = client.next()) {
                if (message.length > 0) {
                    take(message[0] & 0xff, Arrays.copyOfRange(message, 1, message.length));
                }
            }
        } catch (IOException e) {
            log.debug("The client of a command disconnected: {}", e.getMessage());
        }
        session.close(); // stops it if its client has disconnected
    }

    private void take(int channel, byte[] content) throws IOException {
        switch (channel) {
            case ChannelProtocol.STDIN -> {
                if (request.stdin()) {
                    input(content);
                }
            }
            case ChannelProtocol.RESIZE -> resize(content);
            case ChannelProtocol.CLOSE -> {
                if (content.length > 0 && content[0] == ChannelProtocol.STDIN) {
                    session.stdin().close();
                }
            }
            default -> log.debug("A client wrote to stream {}, which is not an input stream.", channel);
        }
    }

    private void input(byte[] content) {
        try {
            session.stdin().write(content);
            session.stdin().flush();
        } catch (IOException e) {
            log.debug("A command accepts no more input: {}", e.getMessage()); // its output may continue
        }
    }

    private void resize(byte[] content) throws IOException {
        if (request.tty()) {
            JsonNode size = Json.read(content);
            session.resize(size.path("Width").asInt(), size.path("Height").asInt());
        }
    }
}
