package dev.stowage.cli.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.move.MoveObjects;
import dev.stowage.cli.move.MoveRequest;
import dev.stowage.cli.move.Movers;
import dev.stowage.cli.move.VolumeMove;
import dev.stowage.cli.up.instance.ClusterChoice;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class DrainDecisionTest {
    private final List<String> volumes = new ArrayList<>();
    private final List<String> nodes = new ArrayList<>(
            List.of(cordoned(MoveObjects.node("node-1")), MoveObjects.node("node-2"), MoveObjects.node("node-3")));
    private final List<String> capacities = new ArrayList<>();
    private final List<VolumeMove> moves = new ArrayList<>();
    private final List<String> leases = new ArrayList<>(List.of("node-1", "node-2", "node-3"));
    private final List<String> used = new ArrayList<>();
    private final List<String> earlier = new ArrayList<>();
    private Set<String> targets = Set.of();
    private int concurrency = 2;

    @Test
    void asManyMovesStartAsMayRunAtOnceOnDifferentNodes() {
        volumes("a", "b", "c");
        assertThat(table())
                .containsExactly(
                        "shop/a  pv-a  1GiB  node-2  starting",
                        "shop/b  pv-b  1GiB  node-3  starting",
                        "shop/c  pv-c  1GiB  -  waiting: for another move to end");
    }

    @Test
    void whatRunsCountsAlsoIfAUserStartedIt() {
        volumes("a", "b");
        concurrency = 1;
        moves.add(MoveObjects.read(VolumeMove.KIND, """
                {"metadata": {"namespace": "shop", "name": "mine", "uid": "mine"},
                 "spec": {"claimName": "a", "targetNode": "node-2"},
                 "status": {"phase": "Copying", "sourceNode": "node-1"}}"""));
        assertThat(table())
                .containsExactly(
                        "shop/a  pv-a  1GiB  node-2  Copying to node node-2 while pods use the volume",
                        "shop/b  pv-b  1GiB  -  waiting: for another move to end");
    }

    @Test
    void whatComesToANodeFromOthersTakesItsSpace() {
        volumes("a");
        capacity("node-2", "2Gi");
        capacity("node-3", "1536Mi");
        volumes.add(MoveObjects.volume("other", "node-4"));
        moves.add(MoveObjects.read(VolumeMove.KIND, """
                {"metadata": {"namespace": "shop", "name": "theirs", "uid": "theirs"},
                 "spec": {"claimName": "other", "targetNode": "node-2"},
                 "status": {"phase": "Copying", "sourceNode": "node-4"}}"""));
        assertThat(table()).containsExactly("shop/a  pv-a  1GiB  node-3  starting");
    }

    @Test
    void aMovedVolumeIsShownAndNoLongerCounts() {
        volumes("b");
        concurrency = 1;
        volumes.add(MoveObjects.volume("a", "node-2"));
        moves.add(MoveObjects.move(
                "a",
                "node-2",
                "{\"phase\": \"Succeeded\", \"sourceNode\": \"node-1\"," + " \"volumeName\": \"pv-a\"}"));
        assertThat(table())
                .containsExactly("shop/b  pv-b  1GiB  node-3  starting", "shop/a  pv-a  1GiB  node-2  moved");
    }

    @Test
    void aVolumeThatIsBeingCreatedAgainIsNotForgotten() {
        moves.add(
                MoveObjects.move(
                        "a",
                        "node-2",
                        "{\"phase\": \"Switching\", \"sourceNode\": \"node-1\","
                                + " \"volumeName\": \"pv-a\", \"conditions\": [{\"type\": \"TargetActive\", \"status\": \"True\"}]}"));
        assertThat(rows()).hasSize(1).allMatch(DrainRow::isOpen);
    }

    @Test
    void aFailureIsNotRepeatedByTheSameCommandButByTheNextOne() {
        volumes("a");
        moves.add(MoveObjects.move("a", "node-2", "{\"phase\": \"Failed\", \"message\": \"no space\"}"));
        assertThat(table()).containsExactly("shop/a  pv-a  1GiB  node-2  stays: failed, no space");
        earlier.add("uid-a");
        assertThat(table()).containsExactly("shop/a  pv-a  1GiB  node-2  starting");
    }

    @Test
    void whatCannotMoveStaysWithTheReason() {
        volumes.add(MoveObjects.volume("a", "node-1")
                .replace("\"csi\": {\"driver\": \"d.example.com\", \"volumeHandle\": \"a\"}", "\"local\": {}"));
        volumes.add(MoveObjects.volume("b", "node-1").replace("\"Bound\"", "\"Released\""));
        volumes.add(MoveObjects.volume("c", "node-1").replace("d.example.com\", \"vol", "e.example.com\", \"vol"));
        assertThat(table())
                .containsExactly(
                        "shop/a  pv-a  1GiB  -  stays: has no CSI driver",
                        "shop/b  pv-b  1GiB  -  stays: is not bound to a claim",
                        "shop/c  pv-c  1GiB  -  stays: driver e.example.com has no mover on node node-1");
    }

    @Test
    void aNetworkVolumeIsShownOnlyIfItIsUsedHereAndNeedsNothing() {
        volumes.add(network("a"));
        volumes.add(network("b"));
        used.add("pv-b");
        assertThat(table()).containsExactly("shop/b  pv-b  1GiB  -  no move needed: usable on every node");
    }

    @Test
    void nothingStartsOnceTheNodeIsUncordoned() {
        volumes("a");
        nodes.set(0, MoveObjects.node("node-1"));
        assertThat(table()).containsExactly("shop/a  pv-a  1GiB  -  stays: node node-1 is no longer cordoned");
    }

    @Test
    void aVolumeThatArrivesIsWaitedFor() {
        volumes("a");
        moves.add(MoveObjects.move("a", "node-1", "{\"phase\": \"Completing\", \"sourceNode\": \"node-2\"}"));
        assertThat(table()).containsExactly("shop/a  pv-a  1GiB  -  waiting: arrives by VolumeMove shop/a-x");
    }

    @Test
    void theNodeWithTheMostFreeCapacityIsChosenAndWhatIsOnItsWayCounts() {
        concurrency = 5;
        volumes("a", "b", "c");
        capacity("node-2", "3Gi");
        capacity("node-3", "4608Mi");
        assertThat(table())
                .containsExactly(
                        "shop/a  pv-a  1GiB  node-3  starting",
                        "shop/b  pv-b  1GiB  node-3  starting",
                        "shop/c  pv-c  1GiB  node-2  starting");
    }

    @Test
    void everyNodeThatCannotTakeAVolumeIsNamedWithTheReason() {
        volumes("a");
        capacity("node-2", "512Mi");
        leases.remove("node-3");
        nodes.add(MoveObjects.node("node-4").replace("\"True\"", "\"Unknown\""));
        nodes.add(cordoned(MoveObjects.node("node-5")));
        nodes.add(MoveObjects.node("node-6")
                .replace(
                        "\"status\": {",
                        "\"spec\": {\"taints\": [{\"key\": \"k\", \"effect\": \"NoSchedule\"}]}, \"status\": {"));
        nodes.add(MoveObjects.node("node-7"));
        assertThat(table())
                .containsExactly("shop/a  pv-a  1GiB  -  stays: no node can take it: node-2 has 512MiB free of 1GiB,"
                        + " node-3 has no mover, node-4 is not ready, node-5 is cordoned,"
                        + " node-6 has a taint (name it with --to), node-7 does not have driver d.example.com");
    }

    @Test
    void onlyTheNodesThatAreNamedAreChosen() {
        volumes("a");
        targets = Set.of("node-3");
        assertThat(table()).containsExactly("shop/a  pv-a  1GiB  node-3  starting");
        targets = Set.of("node-9");
        assertThat(table()).containsExactly("shop/a  pv-a  1GiB  -  stays: no node can take it: node-9 does not exist");
    }

    @Test
    void theSummaryAndTheEndCountWhatMovedAndWhatIsLeft() {
        volumes("b");
        moves.add(MoveObjects.move("a", "node-2", "{\"phase\": \"Succeeded\", \"sourceNode\": \"node-1\"}"));
        moves.add(MoveObjects.move(
                "b",
                "node-2",
                "{\"phase\": \"Copying\", \"bytesTotal\": 100, \"bytesSent\": 40, \"bytesPerSecond\": 1}"));
        assertThat(DrainTable.summary(rows())).isEqualTo("1 of 2 moved; shop/b 40% (1m left)");
        assertThat(DrainTable.end("node-1", rows())).startsWith("1 moved, 1 left on node node-1;");
        volumes.clear();
        moves.removeLast();
        assertThat(DrainTable.end("node-1", rows())).startsWith("Node node-1 has no volume of its own any more");
    }

    private List<String> table() {
        return DrainTable.of(rows())
                .lines()
                .skip(1)
                .map(line -> line.replaceAll(" {2,}", "  "))
                .toList();
    }

    private List<DrainRow> rows() {
        DrainCluster cluster = new DrainCluster(
                volumes.stream()
                        .map(text -> MoveObjects.read(Kinds.VOLUMES, text))
                        .toList(),
                nodes.stream().map(text -> MoveObjects.read(Kinds.NODES, text)).toList(),
                Stream.of("node-1", "node-2", "node-3", "node-4", "node-5", "node-6")
                        .map(name -> MoveObjects.read(Kinds.CSI_NODES, MoveObjects.csiNode(name)))
                        .collect(Collectors.toMap(each -> each.meta().name(), Function.identity())),
                capacities.stream()
                        .map(text -> MoveObjects.read(Kinds.STORAGE_CAPACITIES, text))
                        .toList(),
                Movers.of(leases.stream().map(DrainDecisionTest::lease).toList()),
                Set.copyOf(used));
        DrainOptions options = new DrainOptions(
                "node-1", targets, new MoveRequest(false, ""), concurrency, false, new ClusterChoice("", ""));
        return DrainDecision.decide(new DrainState(options, cluster, moves, Set.copyOf(earlier)));
    }

    private void volumes(String... claims) {
        for (String claim : claims) {
            volumes.add(MoveObjects.volume(claim, "node-1"));
        }
    }

    private void capacity(String node, String free) {
        capacities.add("""
                {"metadata": {"namespace": "x", "name": "%1$s"}, "storageClassName": "fast", "capacity": "%2$s",
                 "nodeTopology": {"matchLabels": {"d.example.com/node": "%1$s"}}}""".formatted(node, free));
    }

    private static Lease lease(String node) {
        return MoveObjects.read(Kinds.LEASES, MoveObjects.lease(node));
    }

    private static String network(String claim) {
        return MoveObjects.volume(claim, "").replaceAll("\"nodeAffinity\"", "\"was\"");
    }

    private static String cordoned(String node) {
        return node.replace("\"status\": {", "\"spec\": {\"unschedulable\": true}, \"status\": {");
    }
}
