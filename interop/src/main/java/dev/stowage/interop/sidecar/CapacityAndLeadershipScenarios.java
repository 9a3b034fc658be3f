package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.SidecarComponent.PROVISIONER;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What sidecars do besides serving claims: capacity, health, leader election.
final class CapacityAndLeadershipScenarios {

    static final List<SidecarScenario> ALL = List.of(
            SidecarScenario.quick("capacity", PROVISIONER, CapacityAndLeadershipScenarios::capacity),
            SidecarScenario.of("hand-over", PROVISIONER, CapacityAndLeadershipScenarios::handOver));

    private static final long GIBIBYTE = 1L << 30;

    private CapacityAndLeadershipScenarios() {}

    private static void capacity(SidecarScenarioContext context) throws Exception {
        context.driver(Set.of("GetCapacity"), "--backend=directory", SidecarManifests.PLACE);
        context.faultInjection()
                .plan(
                        "GetCapacity",
                        1,
                        Integer.MAX_VALUE,
                        Moment.AFTER,
                        new Fault.Alter(CapacityAndLeadershipScenarios::round));
        context.create(SidecarManifests.node("a", "a"));
        context.create(SidecarManifests.storageClass("WaitForFirstConsumer", "{}"));
        context.sidecar(
                PROVISIONER,
                Map.of("NAMESPACE", context.filled("$NS"), "POD_NAME", "tested"),
                "--enable-capacity",
                "--capacity-ownerref-level=-1",
                "--kube-api-capacity-qps=100",
                "--kube-api-capacity-burst=100");
        context.awaitText("the first capacity", text -> text.mentions("POST csistoragecapacities csisc"));
        context.settle();
        context.delete(ResourceKind.CLASS, "$NS");
        context.awaitText("its end", text -> text.mentions("DELETE csistoragecapacities"));
        context.settle();
    }

    /// From one subject's sidecar to the other's if there is one, as in an upgrade.
    private static void handOver(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        String[] flags = {
            "--leader-election",
            "--leader-election-namespace=$NS",
            "--leader-election-lease-duration=15s",
            "--leader-election-renew-deadline=10s",
            "--leader-election-retry-period=2s"
        };
        Daemon first = context.sidecarOn("first", context.subject(), PROVISIONER, flags);
        awaitHolder(context, "first");
        context.sidecarOn("second", context.fixture().other(context.subject(), PROVISIONER), PROVISIONER, flags);
        context.create(SidecarManifests.claim("before", "1Mi"));
        ScenarioSteps.awaitBound(context, "before");
        context.transcript().remark("the first is killed");
        first.kill();
        context.create(SidecarManifests.claim("after", "1Mi"));
        ScenarioSteps.awaitBound(context, "after");
        awaitHolder(context, "second");
    }

    private static void awaitHolder(SidecarScenarioContext context, String host)
            throws IOException, InterruptedException {
        String lease = context.filled("$DRIVER").replace('.', '-');
        context.await(
                "leadership of " + host,
                ResourceKind.LEASE,
                lease,
                each -> each.at("/spec/holderIdentity").asText().equals(host));
        context.transcript().remark("lease " + lease + " is held by " + host);
    }

    /// Rounded, because the free space of this machine must not be in the transcript.
    private static Message round(Message answer) {
        GetCapacityResponse.Builder changed = ((GetCapacityResponse) answer).toBuilder();
        return changed.setAvailableCapacity(GIBIBYTE).clearMaximumVolumeSize().build();
    }
}
