package dev.stowage.node.server;

import dev.stowage.node.runtime.ExecSession;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// A command that echoes its input, and ends when a test requests it or when its input ends.
final class ScriptedSession implements ExecSession.Local {
    final CompletableFuture<Integer> code = new CompletableFuture<>();
    final CompletableFuture<String> size = new CompletableFuture<>();
    final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final Pipe pipe;
    private final int codeAtEnd;
    private final String complaint;

    ScriptedSession(int codeAtEnd, String complaint) throws IOException {
        this.pipe = Pipe.open();
        this.codeAtEnd = codeAtEnd;
        this.complaint = complaint;
    }

    @Override
    public OutputStream stdin() {
        return Channels.newOutputStream(pipe.sink());
    }

    @Override
    public InputStream stdout() {
        InputStream said = Channels.newInputStream(pipe.source());
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("one by one takes too long");
            }

            @Override
            public int read(byte[] bytes, int from, int count) throws IOException {
                int read = said.read(bytes, from, count);
                if (read < 0) {
                    code.complete(codeAtEnd);
                }
                return read;
            }
        };
    }

    @Override
    public InputStream stderr() {
        return new ByteArrayInputStream(complaint.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void resize(int columns, int rows) {
        size.complete(columns + "x" + rows);
    }

    @Override
    public int await() throws InterruptedException {
        try {
            return code.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            pipe.sink().close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        code.complete(137);
        closed.complete(null);
    }
}
