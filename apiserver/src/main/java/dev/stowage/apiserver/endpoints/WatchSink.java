package dev.stowage.apiserver.endpoints;

import dev.stowage.http.stream.WebSocketConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Where the events of a watch are written to. For one thread.
interface WatchSink {

    OutputStream out();

    /// An event is complete.
    void endEvent() throws IOException;

    /// Sends everything that was written so far.
    void flush() throws IOException;

    /// The body of a response, in which a line is an event.
    record Lines(OutputStream out) implements WatchSink {

        @Override
        public void endEvent() {
            // Its last byte is the end of the line.
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }

    /// A WebSocket, in which a message is an event.
    record Messages(WebSocketConnection socket, ByteArrayOutputStream out) implements WatchSink {

        static Messages to(WebSocketConnection socket) {
            return new Messages(socket, new ByteArrayOutputStream());
        }

        @Override
        public void endEvent() throws IOException {
            socket.sendText(out.toByteArray());
            out.reset();
        }

        @Override
        public void flush() {
            // A message is sent when it is complete.
        }
    }
}
