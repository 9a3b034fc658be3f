package dev.stowage.csi;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Accepts connections up to a limit and closes further ones at once, before a byte of them is read: whoever
/// connects has not proved anything yet.
final class LimitedServerChannel extends NioServerSocketChannel {
    private final int most;
    private final AtomicInteger open = new AtomicInteger();

    LimitedServerChannel(int most) {
        this.most = most;
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
        int before = accepted.size();
        int count = super.doReadMessages(accepted);
        if (accepted.size() > before && accepted.getLast() instanceof Channel connection) {
            if (open.incrementAndGet() > most) {
                open.decrementAndGet();
                accepted.removeLast();
                connection.unsafe().closeForcibly();
            } else {
                var _ = connection.closeFuture().addListener(_ -> open.decrementAndGet());
            }
        }
        return count;
    }
}
