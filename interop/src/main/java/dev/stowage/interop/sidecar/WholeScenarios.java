package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.Component.PROVISIONER;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.program.Daemon;
import dev.stowage.interop.sidecar.recording.Faults.Fault;
import dev.stowage.interop.sidecar.recording.Faults.Moment;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What sidecars do beside serving claims: capacity, health, leadership.
final class WholeScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.quick("capacity", PROVISIONER, WholeScenarios::capacity),
            Scenario.of("hand-over", PROVISIONER, WholeScenarios::handOver));

    private static final long GIBIBYTE = 1L << 30;

    private WholeScenarios() {}

    private static void capacity(Play play) throws Exception {
        play.driver(Set.of("GetCapacity"), "--backend=directory", Manifests.PLACE);
        play.faults().plan("GetCapacity", 1, Integer.MAX_VALUE, Moment.AFTER, new Fault.Alter(WholeScenarios::round));
        play.create(Manifests.node("a", "a"));
        play.create(Manifests.storageClass("WaitForFirstConsumer", "{}"));
        play.sidecar(
                PROVISIONER,
                Map.of("NAMESPACE", play.filled("$NS"), "POD_NAME", "judged"),
                "--enable-capacity",
                "--capacity-ownerref-level=-1",
                "--kube-api-capacity-qps=100",
                "--kube-api-capacity-burst=100");
        play.awaitText("the first capacity", text -> text.mentions("POST csistoragecapacities csisc"));
        play.settle();
        play.delete(Kind.CLASS, "$NS");
        play.awaitText("its end", text -> text.mentions("DELETE csistoragecapacities"));
        play.settle();
    }

    /// From the cast's to the other's where there is one: an upgrade is like this.
    private static void handOver(Play play) throws Exception {
        Steps.localDriver(play);
        play.create(Manifests.storageClass("Immediate", "{}"));
        String[] flags = {
            "--leader-election",
            "--leader-election-namespace=$NS",
            "--leader-election-lease-duration=15s",
            "--leader-election-renew-deadline=10s",
            "--leader-election-retry-period=2s"
        };
        Daemon first = play.sidecarOn("first", play.cast(), PROVISIONER, flags);
        awaitHolder(play, "first");
        play.sidecarOn("second", play.stage().other(play.cast(), PROVISIONER), PROVISIONER, flags);
        play.create(Manifests.claim("before", "1Mi"));
        Steps.awaitBound(play, "before");
        play.transcript().remark("the first is killed");
        first.kill();
        play.create(Manifests.claim("after", "1Mi"));
        Steps.awaitBound(play, "after");
        awaitHolder(play, "second");
    }

    private static void awaitHolder(Play play, String host) throws IOException, InterruptedException {
        String lease = play.filled("$DRIVER").replace('.', '-');
        play.await(
                "leadership of " + host,
                Kind.LEASE,
                lease,
                each -> each.at("/spec/holderIdentity").asText().equals(host));
        play.transcript().remark("lease " + lease + " is held by " + host);
    }

    /// What is free on this machine is nobody's business.
    private static Message round(Message answer) {
        GetCapacityResponse.Builder changed = ((GetCapacityResponse) answer).toBuilder();
        return changed.setAvailableCapacity(GIBIBYTE).clearMaximumVolumeSize().build();
    }
}
