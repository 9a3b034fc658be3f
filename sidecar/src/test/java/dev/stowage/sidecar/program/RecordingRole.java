package dev.stowage.sidecar.program;

import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kind;
import dev.stowage.sidecar.RoleContext;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// A role that does nothing but tell what happens to it.
final class RecordingRole implements ControllerRole {

    private final RoleName name;
    private final RoleContext roleContext;
    private final @Nullable Kind<?> needs;
    private final CountDownLatch begun;
    private final List<String> story;

    private RecordingRole(
            RoleName name, RoleContext roleContext, @Nullable Kind<?> needs, CountDownLatch begun, List<String> story) {
        this.name = name;
        this.roleContext = roleContext;
        this.needs = needs;
        this.begun = begun;
        this.story = story;
        if (needs != null) {
            roleContext.informers().of(needs);
        }
    }

    /// @param needs a kind without which the role cannot begin
    static RoleDefinition of(RoleName name, @Nullable Kind<?> needs, CountDownLatch begun, List<String> story) {
        return new RoleDefinition(
                name, _ -> (_, _) -> roleContext -> new RecordingRole(name, roleContext, needs, begun, story));
    }

    @Override
    public String name() {
        return name.word();
    }

    @Override
    public String leaseName() {
        return name.word() + "-leader-" + roleContext.driver().name();
    }

    @Override
    public void start() throws InterruptedException {
        if (needs != null) {
            roleContext.informers().of(needs).awaitSynced();
        }
        story.add(name.word() + " begins");
        begun.countDown();
    }

    @Override
    public void close() {
        story.add(name.word() + " ends");
    }
}
