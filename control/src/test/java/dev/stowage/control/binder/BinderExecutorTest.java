package dev.stowage.control.binder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ClusterAction.RecordEvent;
import dev.stowage.kube.model.ObjectReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BinderExecutorTest {
    private static final NamespacedName CLAIM = new NamespacedName("ns", "a");

    private final List<ClusterAction> heard = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private final BinderExecutor binderExecutor = new BinderExecutor(heard::add, () -> now);

    private static ClusterAction event(String version, String reason) {
        return RecordEvent.normal(
                new ObjectReference("v1", "PersistentVolumeClaim", "ns", "a", "uid", version), reason, "message");
    }

    private void reconcile(ClusterAction... actions) throws Exception {
        binderExecutor.execute(CLAIM, List.of(actions));
    }

    @Test
    void whatStaysTrueIsSaidOnce() throws Exception {
        reconcile(event("1", "Waiting"));
        reconcile(event("2", "Waiting"));
        assertThat(heard).hasSize(1);
    }

    @Test
    void whatIsNewIsSaid() throws Exception {
        reconcile(event("1", "Waiting"));
        reconcile(event("1", "Provisioning"));
        reconcile(event("1", "Waiting"));
        assertThat(heard).hasSize(3);
    }

    @Test
    void whatIsTrueAgainIsSaidAgain() throws Exception {
        reconcile(event("1", "Lost"));
        reconcile();
        reconcile(event("1", "Lost"));
        assertThat(heard).hasSize(2);
    }

    @Test
    void whatStaysTrueIsSaidAgainBeforeServersForgetIt() throws Exception {
        reconcile(event("1", "Waiting"));
        now = now.plus(Duration.ofMinutes(45));
        reconcile(event("1", "Waiting"));
        assertThat(heard).hasSize(2);
    }
}
