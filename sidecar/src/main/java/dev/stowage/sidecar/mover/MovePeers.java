package dev.stowage.sidecar.mover;

import dev.stowage.kube.informer.Informer;
import dev.stowage.sidecar.mover.link.PeerIdentity;
import dev.stowage.sidecar.mover.link.PeerPolicy;
import java.util.Optional;
import java.util.stream.Stream;

/// Which volumes the movers of other nodes may have now: those that move to their nodes, and those of which
/// their nodes keep a standby. A new object is seen a moment after it was written; until then its mover is
/// refused, and tries again.
final class MovePeers implements PeerPolicy {
    private final Informer<VolumeMove> moves;
    private final Informer<VolumeStandby> standbys;
    private final String driver;
    private final String node;

    /// @param driver of this mover
    /// @param node of this mover
    MovePeers(Informer<VolumeMove> moves, Informer<VolumeStandby> standbys, String driver, String node) {
        this.driver = driver;
        this.node = node;
        this.moves = moves;
        this.standbys = standbys;
    }

    @Override
    public boolean mayRead(PeerIdentity peer, String handle) {
        return mayTake(peer, handle)
                || standbysAt(peer.node())
                        .anyMatch(standby -> isOf(standby.status().subject(), handle));
    }

    @Override
    public boolean mayTake(PeerIdentity peer, String handle) {
        return to(peer.node()).anyMatch(move -> isOf(move.status().subject(), handle))
                || standbysAt(peer.node())
                        .filter(VolumeStandby::isPromoted)
                        .anyMatch(standby -> isOf(standby.status().subject(), handle));
    }

    private boolean isOf(Optional<MoveSubject> subject, String handle) {
        return subject.filter(known -> known.volumeHandle().equals(handle)
                        && known.driver().equals(driver)
                        && known.sourceNode().equals(node))
                .isPresent();
    }

    /// The volume of a snapshot that was taken for a move to that node, or for a standby there.
    @Override
    public Optional<String> volumeOf(PeerIdentity peer, String snapshot) {
        Stream<MoveSubject> moved = to(peer.node())
                .filter(move -> move.status().checkpoints().all().stream()
                        .anyMatch(each -> each.snapshotId().equals(snapshot)))
                .flatMap(move -> move.status().subject().stream());
        Stream<MoveSubject> kept = standbysAt(peer.node())
                .filter(standby -> standby.status()
                        .snapshots()
                        .all()
                        .anyMatch(each -> each.snapshotId().equals(snapshot)))
                .flatMap(standby -> standby.status().subject().stream());
        return Stream.concat(moved, kept).map(MoveSubject::volumeHandle).findFirst();
    }

    private Stream<VolumeMove> to(String node) {
        return moves.all().stream()
                .filter(move -> !move.status().phase().isEnded())
                .filter(move -> move.spec().targetNode().equals(node));
    }

    private Stream<VolumeStandby> standbysAt(String node) {
        return standbys.all().stream()
                .filter(standby -> standby.spec().targetNode().equals(node));
    }
}
