package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.secret.SecretReader;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Snapshots that are created but not ready yet. Each is checked again after a short delay that hardly grows:
/// exponential delays would be as late as the wait has lasted already. When many wait, one list call checks
/// all of them.
final class ReadyToUsePoller implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ReadyToUsePoller.class);
    private static final double GROWTH = 1.1;
    private static final int MOST_GROWTH = 5;
    private static final int MANY = 8;
    private static final int WORTH = 100;
    private static final SecretReference NO_SECRET = new SecretReference("", "");

    private record Waiting(String handle, SecretReference secret, int looks, boolean listed) {

        boolean isIn(SecretReference round) {
            return listed && secret.equals(round);
        }
    }

    private final SnapshotCalls calls;
    private final SecretReader secrets;
    private final Duration first;
    private final Duration longest;
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();
    private final Map<String, SnapshotState> answers = new ConcurrentHashMap<>();
    private final Set<SecretReference> underWay = ConcurrentHashMap.newKeySet();
    private final WorkQueue<SecretReference> rounds;
    private final Consumer<String> look;
    private volatile int listed;

    /// @param look enqueues a content
    ReadyToUsePoller(RoleContext context, SnapshotterOptions options, SnapshotCalls calls, Consumer<String> look) {
        this.calls = calls;
        this.secrets = new SecretReader(context.api());
        this.first = options.retryFirst();
        Duration bound = first.multipliedBy(MOST_GROWTH);
        this.longest = bound.compareTo(options.retryLongest()) < 0 ? bound : options.retryLongest();
        this.look = look;
        this.rounds = new WorkQueue<>(
                "csi-snapshotter-readiness",
                2,
                new ExponentialBackoff(first, longest),
                this::round,
                context.timer(),
                context.queues());
    }

    void start() {
        rounds.start();
    }

    /// Records that a content's snapshot is not ready.
    ///
    /// @return when to check again
    ReconcileResult next(String content, String handle, @Nullable SecretReference secret) {
        SecretReference at = secret == null ? NO_SECRET : secret;
        Waiting now = waiting.compute(content, (_, before) -> {
            int looks = before == null || !before.handle().equals(handle) ? 0 : before.looks() + 1;
            return new Waiting(handle, at, looks, false);
        });
        if (!listPays()) {
            return ReconcileResult.requeueAfter(pause(now.looks()));
        }
        waiting.put(content, new Waiting(handle, at, now.looks(), true));
        if (underWay.add(at)) {
            rounds.addAfter(at, first);
        }
        return ReconcileResult.done();
    }

    /// The content no longer waits.
    void forget(String content) {
        waiting.remove(content);
        answers.remove(content);
    }

    /// The state of the content's snapshot from a list call since the last check.
    Optional<SnapshotState> take(String content) {
        return Optional.ofNullable(answers.remove(content));
    }

    private Duration pause(int looks) {
        double factor = Math.min(Math.pow(GROWTH, looks), MOST_GROWTH);
        Duration grown = Duration.ofNanos((long) (first.toNanos() * factor));
        return grown.compareTo(longest) < 0 ? grown : longest;
    }

    /// A list of all snapshots costs more with every snapshot that is ready already.
    private boolean listPays() {
        int many = waiting.size();
        return calls.canList() && !calls.canGet() && many >= MANY && listed <= many * WORTH;
    }

    private ReconcileResult round(SecretReference secret) throws InterruptedException {
        Map<String, SnapshotState> all = list(secret);
        waiting.forEach((content, one) -> {
            if (one.isIn(secret)) {
                receive(content, one, all.get(one.handle()));
            }
        });
        underWay.remove(secret);
        // A content that was added after the list was read may have found the round in progress.
        var looks = waiting.values().stream()
                .filter(one -> one.isIn(secret))
                .mapToInt(Waiting::looks)
                .max();
        if (looks.isEmpty() || !underWay.add(secret)) {
            return ReconcileResult.done();
        }
        return ReconcileResult.requeueAfter(pause(looks.getAsInt()));
    }

    private void receive(String content, Waiting one, @Nullable SnapshotState snapshotState) {
        if (snapshotState != null && !snapshotState.ready()) {
            waiting.replace(content, one, new Waiting(one.handle(), one.secret(), one.looks() + 1, true));
            return;
        }
        if (snapshotState != null) {
            answers.put(content, snapshotState);
        }
        waiting.replace(content, one, new Waiting(one.handle(), one.secret(), one.looks(), false));
        look.accept(content);
    }

    private Map<String, SnapshotState> list(SecretReference secret) throws InterruptedException {
        try {
            Map<String, SnapshotState> all = calls.list(secrets.read(secret.equals(NO_SECRET) ? null : secret));
            listed = all.size();
            return all;
        } catch (StatusRuntimeException e) {
            log.info("Cannot list snapshots that are not ready, checking each one separately: {}", RpcErrorText.of(e));
            if (SnapshotCalls.isFinal(e)) {
                listed = Integer.MAX_VALUE;
            }
        } catch (ApiFailure e) {
            log.info("Cannot read secret {} for listing snapshots: {}", secret, e.getMessage());
        }
        return Map.of();
    }

    @Override
    public void close() {
        rounds.close();
    }
}
