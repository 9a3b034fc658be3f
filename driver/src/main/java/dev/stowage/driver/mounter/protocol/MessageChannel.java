package dev.stowage.driver.mounter.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A connection on which both sides send short lines. Every operation has a deadline, and no line is longer than
/// [#LONGEST], whatever the other side sends. For one thread.
public final class MessageChannel implements AutoCloseable {
    public static final int LONGEST = 2048;

    private final SocketChannel channel;
    private final Selector selector;
    private final ByteBuffer received = ByteBuffer.allocate(LONGEST);

    private MessageChannel(SocketChannel channel, Selector selector) {
        this.channel = channel;
        this.selector = selector;
        received.limit(0);
    }

    public static MessageChannel over(SocketChannel channel) throws IOException {
        try {
            channel.configureBlocking(false);
            Selector selector = Selector.open();
            channel.register(selector, 0);
            return new MessageChannel(channel, selector);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// A Unix socket connects at once, or not at all.
    public static MessageChannel connect(Path socket) throws IOException {
        return over(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }

    /// @throws EOFException when the other side has closed the connection
    /// @throws InterruptedIOException when the deadline passes, or the thread is interrupted
    public String read(Duration deadline) throws IOException {
        long end = System.nanoTime() + deadline.toNanos();
        byte[] line = new byte[LONGEST];
        int length = 0;
        while (true) {
            while (received.hasRemaining()) {
                byte next = received.get();
                if (next == '\n') {
                    return new String(line, 0, length, UTF_8);
                }
                if (length == LONGEST) {
                    throw new IOException("the other side sent a line of more than " + LONGEST + " bytes");
                }
                line[length++] = next;
            }
            await(SelectionKey.OP_READ, end);
            received.clear();
            int count = channel.read(received);
            received.flip();
            if (count < 0) {
                throw new EOFException("the other side closed the connection");
            }
        }
    }

    /// A text of several lines becomes one; one that is too long is cut.
    public void write(String text, Duration deadline) throws IOException {
        long end = System.nanoTime() + deadline.toNanos();
        String line = text.replaceAll("\\p{Cntrl}+", " ");
        byte[] bytes = line.getBytes(UTF_8);
        ByteBuffer all = ByteBuffer.allocate(LONGEST + 1);
        all.put(bytes, 0, Math.min(bytes.length, LONGEST)).put((byte) '\n').flip();
        while (all.hasRemaining()) {
            if (channel.write(all) == 0) {
                await(SelectionKey.OP_WRITE, end);
            }
        }
    }

    private void await(int operation, long end) throws IOException {
        channel.keyFor(selector).interestOps(operation);
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        boolean ready = left > 0 && selector.select(left) > 0;
        selector.selectedKeys().clear();
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("the connection was interrupted");
        }
        if (!ready) {
            throw new InterruptedIOException("the other side did not answer in time");
        }
    }

    @Override
    public void close() throws IOException {
        selector.close();
        channel.close();
    }
}
