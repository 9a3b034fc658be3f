package dev.stowage.http.stream;

import dev.stowage.http.server.UpgradedConnection;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.HexFormat;
import java.util.List;

/// The frames of a client that runs a command over a WebSocket.
public final class WebSocketConnectionFuzz implements FuzzTarget {
    private static final Socket UNUSED = new Socket();

    @Override
    public List<byte[]> seeds() {
        return List.of(
                HexFormat.of().parseHex("82860102030401636f686d6e" + "8800"),
                HexFormat.of().parseHex("0283000000000061" + "62" + "80820000000063648900" + "89810000000041"),
                HexFormat.of().parseHex("82fe00800102030400" + "00".repeat(127) + "888201020304e902"),
                HexFormat.of().parseHex("82ff000000000000000201020304ab0f"));
    }

    @Override
    public void run(byte[] input) {
        UpgradedConnection upgraded =
                new UpgradedConnection(UNUSED, new ByteArrayInputStream(input), OutputStream.nullOutputStream());
        WebSocketConnection connection = new WebSocketConnection(upgraded);
        try {
            for (byte[] message = connection.next(); message != null; message = connection.next()) {
                if (message.length == 0) {
                    throw new AssertionError("a message without the number of its stream");
                }
            }
            connection.sendClose();
        } catch (IOException _) {
            // Frames that are not valid, or the end of the input.
        }
    }
}
