package dev.stowage.cluster.scheduler;

import static dev.stowage.cluster.scheduler.SchedulingTestState.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Kinds;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingProvisionTest {

    @Test
    void aPendingProvisionCountsUntilCapacityIsMeasuredAgain() {
        var capacities = List.of(
                read(
                        Kinds.STORAGE_CAPACITIES,
                        "{'metadata':{'namespace':'ns','name':'c','resourceVersion':'7'},'storageClassName':'slow','nodeTopology':{},'capacity':'5Gi'}"));
        var claim = read(
                Kinds.CLAIMS,
                "{'metadata':{'namespace':'ns','name':'x'},'spec':{'storageClassName':'slow','resources':{'requests':{'storage':'1Gi'}}}}");
        var node = read(Kinds.NODES, "{'metadata':{'name':'a'}}").meta();
        var before = read(Kinds.VOLUMES, "{'metadata':{'name':'v','resourceVersion':'6'}}")
                .meta();
        var after = read(Kinds.VOLUMES, "{'metadata':{'name':'v','resourceVersion':'8'}}")
                .meta();
        NamespacedName pool = new NamespacedName("ns", "c");

        assertThat(PendingProvision.sum(List.of(new PendingProvision(claim, node, null, null)), capacities))
                .containsEntry(pool, 1L << 30);
        assertThat(PendingProvision.sum(List.of(new PendingProvision(claim, node, null, after)), capacities))
                .containsEntry(pool, 1L << 30);
        assertThat(PendingProvision.sum(List.of(new PendingProvision(claim, node, null, before)), capacities))
                .isEmpty();
    }
}
