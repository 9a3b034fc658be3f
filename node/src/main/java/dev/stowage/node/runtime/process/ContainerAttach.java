package dev.stowage.node.runtime.process;

import dev.stowage.node.runtime.ExecSession;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A client that is attached to the first process of a container. The container continues when it leaves.
///
/// The first client of a container with input gets what was written before it came: otherwise the prompt of a
/// shell, or all of the output of a short command, would depend on who is faster.
final class ContainerAttach implements ExecSession.Local {
    private static final Logger log = LoggerFactory.getLogger(ContainerAttach.class);

    private final ProcessContainer container;
    private final boolean hasInput;
    private final OutputFollower stdout;
    private final OutputFollower stderr;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    private ContainerAttach(
            ProcessContainer container, boolean hasInput, OutputFollower stdout, OutputFollower stderr) {
        this.container = container;
        this.hasInput = hasInput;
        this.stdout = stdout;
        this.stderr = stderr;
    }

    /// @param hasInput whether the client writes to the container
    static ContainerAttach open(ProcessContainer container, boolean hasInput) throws IOException {
        boolean fromStart = container.console().hasInput() && container.isFirstClient();
        OutputFollower stdout = container.logs().follow("out", fromStart);
        OutputFollower stderr = container.logs().follow("err", fromStart);
        var attach = new ContainerAttach(container, hasInput, stdout, stderr);
        var _ = container.ended().thenRun(() -> {
            stdout.finish();
            stderr.finish();
            attach.over.complete(null);
        });
        return attach;
    }

    @Override
    public OutputStream stdin() {
        return new FilterOutputStream(container.console().stdin()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                container.console().endInput();
            }
        };
    }

    @Override
    public InputStream stdout() {
        return stdout;
    }

    /// A terminal has a single output stream.
    @Override
    public InputStream stderr() {
        return container.console().hasTerminal() ? InputStream.nullInputStream() : stderr;
    }

    @Override
    public void resize(int columns, int rows) throws IOException {
        container.console().resize(columns, rows);
    }

    /// Clients read the status of the container from the pod.
    @Override
    public int await() throws InterruptedException {
        try {
            over.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of an attached container is always reported", e);
        }
        return 0;
    }

    @Override
    public void close() {
        stdout.close();
        stderr.close();
        container.logs().forget(stdout);
        container.logs().forget(stderr);
        if (hasInput) {
            try {
                container.console().endInput();
            } catch (IOException e) {
                log.debug("The input of a container is closed already.", e);
            }
        }
        over.complete(null);
    }
}
