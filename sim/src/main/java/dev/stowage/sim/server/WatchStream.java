package dev.stowage.sim.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.function.BooleanSupplier;

/// A watch that delivers one change per turn.
final class WatchStream extends InputStream {
    private final SimulatedApiServer server;
    private final RequestPath place;
    private final WaitPoint waitPoint;
    private long seen;
    private byte[] line = new byte[0];
    private int read;

    /// Waits for a turn.
    @FunctionalInterface
    interface WaitPoint {
        void until(BooleanSupplier ready) throws InterruptedException;
    }

    WatchStream(SimulatedApiServer server, RequestPath place, WaitPoint waitPoint) {
        this.server = server;
        this.place = place;
        this.waitPoint = waitPoint;
        this.seen = place.since();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
        if (read == line.length) {
            next();
        }
        int count = Math.min(most, line.length - read);
        System.arraycopy(line, read, into, from, count);
        read += count;
        return count;
    }

    private void next() throws IOException {
        try {
            waitPoint.until(() -> server.after(place.resourceType(), seen) != null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the process has ended");
        }
        SimulatedApiServer.Change change = server.after(place.resourceType(), seen);
        if (change == null) {
            throw new IOException("a turn without a change");
        }
        seen = change.version();
        ObjectNode event = Json.object().put("type", change.type());
        event.set("object", change.object());
        byte[] json = Json.write(event);
        line = new byte[json.length + 1];
        System.arraycopy(json, 0, line, 0, json.length);
        line[json.length] = '\n';
        read = 0;
    }
}
