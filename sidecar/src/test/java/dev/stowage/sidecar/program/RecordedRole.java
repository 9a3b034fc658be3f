package dev.stowage.sidecar.program;

import dev.stowage.kube.model.Kind;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.sidecar.Shared;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// A role that does nothing but tell what happens to it.
final class RecordedRole implements ControllerRole {

    private final RoleName name;
    private final Shared shared;
    private final @Nullable Kind<?> needs;
    private final CountDownLatch begun;
    private final List<String> story;

    private RecordedRole(
            RoleName name, Shared shared, @Nullable Kind<?> needs, CountDownLatch begun, List<String> story) {
        this.name = name;
        this.shared = shared;
        this.needs = needs;
        this.begun = begun;
        this.story = story;
        if (needs != null) {
            shared.informers().of(needs);
        }
    }

    /// @param needs a kind without which the role cannot begin
    static KubeRole of(RoleName name, @Nullable Kind<?> needs, CountDownLatch begun, List<String> story) {
        return new KubeRole(name, _ -> (_, _) -> shared -> new RecordedRole(name, shared, needs, begun, story));
    }

    @Override
    public String name() {
        return name.word();
    }

    @Override
    public String leaseName() {
        return name.word() + "-leader-" + shared.driver().name();
    }

    @Override
    public void start() throws InterruptedException {
        if (needs != null) {
            shared.informers().of(needs).awaitSynced();
        }
        story.add(name.word() + " begins");
        begun.countDown();
    }

    @Override
    public void close() {
        story.add(name.word() + " ends");
    }
}
