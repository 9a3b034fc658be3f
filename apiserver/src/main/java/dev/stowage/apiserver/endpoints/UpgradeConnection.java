package dev.stowage.apiserver.endpoints;

import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/// The connection of a client that switches to another protocol. Threads of the subclass read and write it.
public abstract class UpgradeConnection extends AbstractConnection implements Connection.UpgradeTo {
    private final EndPoint client;
    private UpgradedStreams streams;
    private volatile boolean opened;

    protected UpgradeConnection(Request request) {
        this(
                request.getConnectionMetaData().getConnection().getEndPoint(),
                request.getComponents().getExecutor());
    }

    private UpgradeConnection(EndPoint client, Executor executor) {
        super(client, executor);
        this.client = client;
        this.streams = new UpgradedStreams(client, BufferUtil.EMPTY_BUFFER);
    }

    /// Frees what the connection uses besides the client. Called at least once, also when the client disconnects
    /// before the protocol is switched, and [#onOpen] is not called.
    protected abstract void release();

    /// Switches the protocol when the response, which has the status 101, is sent.
    public final void startAfter(Request request) {
        request.addHttpStreamWrapper(stream -> new HttpStream.Wrapper(stream) {
            @Override
            public void succeeded() {
                super.succeeded();
                releaseUnlessOpened();
            }

            @Override
            public void failed(Throwable cause) {
                super.failed(cause);
                releaseUnlessOpened();
            }
        });
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, this);
    }

    private void releaseUnlessOpened() {
        if (!opened) {
            release();
        }
    }

    /// To the client, from when the connection is open.
    protected final UpgradedStreams streams() {
        return streams;
    }

    /// Bytes that the client already sent after its request.
    @Override
    public void onUpgradeTo(ByteBuffer buffer) {
        streams = new UpgradedStreams(client, BufferUtil.copy(buffer));
    }

    @Override
    public void onOpen() {
        opened = true;
        super.onOpen();
    }

    @Override
    public void onFillable() {
        throw new IllegalStateException("not supported: a thread reads the connection");
    }
}
