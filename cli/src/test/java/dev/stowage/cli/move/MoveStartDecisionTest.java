package dev.stowage.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.up.instance.ClusterChoice;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MoveStartDecisionTest {
    private static final List<Node> NODES = List.of(node("node-1"), node("node-2"));

    private final List<String> leases = new ArrayList<>(List.of("node-1", "node-2"));

    @Test
    void aVolumeOfOneOtherNodeIsMoved() {
        assertThat(decide("node-2", bound(), volume("node-1"))).isEqualTo(new MoveStart.Create(""));
    }

    @Test
    void aNodeWithoutAMoverIsNamed() {
        leases.remove("node-2");
        assertThat(decide("node-2", bound(), volume("node-1")))
                .isEqualTo(new MoveStart.Create("No mover of driver d.example.com is known on node-2;"
                        + " the move waits for it (run the role mover there)."));
    }

    @Test
    void aVolumeThatIsThereIsNotMoved() {
        assertThat(decide("node-1", bound(), volume("node-1")))
                .isEqualTo(new MoveStart.AlreadyThere("The volume of pvc/data is on node node-1 already."));
    }

    @Test
    void aVolumeOfEveryNodeIsNotMoved() {
        String network = MoveObjects.volume("data", "").replace("\"nodeAffinity\"", "\"was\"");
        assertThat(decide("node-2", bound(), Optional.of(MoveObjects.read(Kinds.VOLUMES, network))))
                .isInstanceOf(MoveStart.AlreadyThere.class);
    }

    @Test
    void anUnfinishedMoveToTheSameNodeIsWatchedAlthoughTheClaimIsLost() {
        VolumeMove move = MoveObjects.move("data", "node-2", "{\"phase\": \"Switching\"}");
        assertThat(decide("node-2", claim("Lost"), Optional.empty(), move)).isEqualTo(new MoveStart.Resume(move));
    }

    @Test
    void anUnfinishedMoveToAnotherNodeIsNamedWithTheWayToCancelIt() {
        VolumeMove move = MoveObjects.move("data", "node-3", "{\"phase\": \"Copying\"}");
        assertThat(refusal(decide("node-2", bound(), volume("node-1"), move)))
                .contains("shop/data-x", "node-3", "stowage move pvc/data -n shop --cancel");
    }

    @Test
    void whatCannotBeMovedIsRefusedWithTheReason() {
        assertThat(refusal(decide("node-2", Optional.empty(), Optional.empty())))
                .isEqualTo("pvc/data not found in namespace shop");
        assertThat(refusal(decide("nodee-2", bound(), volume("node-1")))).contains("did you mean node-2?");
        assertThat(refusal(decide("node-2", claim("Pending"), Optional.empty())))
                .contains("is not bound");
        String handmade = MoveObjects.volume("data", "node-1")
                .replace(
                        "\"csi\": {\"driver\": \"d.example.com\", \"volumeHandle\": \"data\"}",
                        "\"local\": {\"path\": \"/x\"}");
        assertThat(refusal(decide("node-2", bound(), Optional.of(MoveObjects.read(Kinds.VOLUMES, handmade)))))
                .contains("has no CSI driver");
    }

    private static String refusal(MoveStart start) {
        return ((MoveStart.Refuse) start).why();
    }

    private MoveStart decide(
            String target,
            Optional<PersistentVolumeClaim> claim,
            Optional<PersistentVolume> volume,
            VolumeMove... moves) {
        MoveOptions options = new MoveOptions(
                "data", "shop", target, new MoveRequest(false, ""), false, true, new ClusterChoice("", ""));
        Movers movers = Movers.of(leases.stream()
                .map(node -> MoveObjects.read(Kinds.LEASES, MoveObjects.lease(node)))
                .toList());
        return MoveStartDecision.decide(new MoveStartState(options, claim, volume, NODES, List.of(moves), movers));
    }

    private static Optional<PersistentVolumeClaim> bound() {
        return claim("Bound");
    }

    private static Optional<PersistentVolumeClaim> claim(String phase) {
        return Optional.of(
                MoveObjects.read(Kinds.CLAIMS, MoveObjects.claim("data").replace("Bound", phase)));
    }

    private static Optional<PersistentVolume> volume(String node) {
        return Optional.of(MoveObjects.read(Kinds.VOLUMES, MoveObjects.volume("data", node)));
    }

    private static Node node(String name) {
        return MoveObjects.read(Kinds.NODES, MoveObjects.node(name));
    }
}
