package dev.stowage.sidecar.mover;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Two drivers in memory, and a carrier between them.
final class FakeConnections implements MoverConnections {
    final ModelDriver source = new ModelDriver(ModelCluster.SOURCE);
    final ModelDriver target = new ModelDriver(ModelCluster.TARGET);
    final AtomicBoolean isReachable = new AtomicBoolean(true);
    private final String own;

    FakeConnections(String own) {
        this.own = own;
        source.exists = true;
    }

    @Override
    public void start() {}

    @Override
    public CopyDriver own() {
        return own.equals(ModelCluster.SOURCE) ? source : target;
    }

    @Override
    public CopyDriver node(String name) throws PeerCallException {
        if (!isReachable.get()) {
            throw PeerCallException.unreachable("not reachable");
        }
        return name.equals(ModelCluster.SOURCE) ? source : target;
    }

    @Override
    public Carrier carrier() {
        return this::carry;
    }

    private Carrier.Carried carry(Carrier.Cargo cargo, Consumer<Carrier.Carried> listener) throws PeerCallException {
        var _ = node(cargo.sourceNode());
        target.receive(source, cargo, true);
        Carrier.Carried all = new Carrier.Carried(1024, 1024, false);
        listener.accept(all);
        return all;
    }

    @Override
    public void close() {}
}
