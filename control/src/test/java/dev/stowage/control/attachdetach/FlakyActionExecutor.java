package dev.stowage.control.attachdetach;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Rejects some actions, and loses the responses to some that were executed.
final class FlakyActionExecutor implements ActionExecutor {
    private static final int ONE_IN = 5;

    private final ActionExecutor executor;
    private final @Nullable Random random;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    FlakyActionExecutor(ActionExecutor executor, @Nullable Random random) {
        this.executor = executor;
        this.random = random;
    }

    /// Each action is executed, and its first response is lost.
    static FlakyActionExecutor losingFirstAnswers(ActionExecutor executor) {
        return new FlakyActionExecutor(executor, null);
    }

    @Override
    public void execute(ClusterAction action) throws ApiFailure, InterruptedException {
        boolean refuse = false;
        boolean lose = false;
        if (random != null) {
            int dice = random.nextInt(2 * ONE_IN);
            refuse = dice == 0;
            lose = dice == 1;
        } else if (!(action instanceof ClusterAction.RecordEvent)) {
            lose = seen.add(name(action));
        }
        if (refuse && !(action instanceof ClusterAction.RecordEvent)) {
            throw new ApiFailure(500, "InternalError", "refused by the test", null);
        }
        executor.execute(action);
        if (lose && !(action instanceof ClusterAction.RecordEvent)) {
            throw new ApiFailure(0, "Unanswered", "lost by the test", null);
        }
    }

    private static String name(ClusterAction action) {
        return switch (action) {
            case ClusterAction.Create<?> create ->
                "create " + create.object().path("metadata").path("name");
            case ClusterAction.PatchObject<?> patchObject ->
                "change " + patchObject.patch().body();
            case ClusterAction.PostSubresource<?> postSubresource -> "send " + postSubresource.message();
            case ClusterAction.Delete<?> delete -> "remove " + delete.seen().key();
            case ClusterAction.RecordEvent recordEvent -> "tell " + recordEvent.message();
        };
    }
}
