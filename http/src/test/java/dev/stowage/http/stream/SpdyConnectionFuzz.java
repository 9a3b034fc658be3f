package dev.stowage.http.stream;

import dev.stowage.http.server.UpgradedConnection;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.Set;

/// The frames of a client that runs a command over SPDY.
public final class SpdyConnectionFuzz implements FuzzTarget {
    private static final Socket UNUSED = new Socket();

    @Override
    public List<byte[]> seeds() {
        return List.of(
                new SpdyFrames()
                        .open(1, "error")
                        .open(3, "stdin")
                        .data(3, "input", true)
                        .ping()
                        .goAway()
                        .bytes(),
                new SpdyFrames()
                        .data(9, "early", false)
                        .open(1, "error")
                        .open(5, "resize")
                        .headers(5)
                        .bytes());
    }

    @Override
    public void run(byte[] input) {
        UpgradedConnection upgraded =
                new UpgradedConnection(UNUSED, new ByteArrayInputStream(input), OutputStream.nullOutputStream());
        try {
            SpdyConnection connection = SpdyConnection.open(upgraded, Set.of(ChannelProtocol.ERROR));
            for (byte[] message = connection.next(); message != null; message = connection.next()) {
                if (message.length == 0) {
                    throw new AssertionError("a message without the number of its stream");
                }
            }
            connection.send(ChannelProtocol.ERROR, new byte[3], 3);
        } catch (IOException _) {
            // Frames that are not valid, or the end of the input.
        }
    }
}
