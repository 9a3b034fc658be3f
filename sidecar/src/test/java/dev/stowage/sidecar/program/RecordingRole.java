package dev.stowage.sidecar.program;

import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kind;
import dev.stowage.sidecar.RoleContext;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// A role that records its lifecycle.
final class RecordingRole implements ControllerRole {

    private final RoleName name;
    private final RoleContext context;
    private final @Nullable Kind<?> needs;
    private final CountDownLatch begun;
    private final List<String> story;

    private RecordingRole(
            RoleName name, RoleContext context, @Nullable Kind<?> needs, CountDownLatch begun, List<String> story) {
        this.name = name;
        this.context = context;
        this.needs = needs;
        this.begun = begun;
        this.story = story;
        if (needs != null) {
            context.informers().of(needs);
        }
    }

    /// @param needs a kind that the role needs to start
    static RoleDefinition of(RoleName name, @Nullable Kind<?> needs, CountDownLatch begun, List<String> story) {
        return new RoleDefinition(
                name,
                _ -> (_, _) -> new RoleDefinition.RoleFactory.OfDriver(
                        context -> new RecordingRole(name, context, needs, begun, story)));
    }

    @Override
    public String name() {
        return name.word();
    }

    @Override
    public String leaseName() {
        return name.word() + "-leader-" + context.driver().name();
    }

    @Override
    public void start() throws InterruptedException {
        if (needs != null) {
            context.informers().of(needs).awaitSynced();
        }
        story.add(name.word() + " begins");
        begun.countDown();
    }

    @Override
    public void close() {
        story.add(name.word() + " ends");
    }
}
