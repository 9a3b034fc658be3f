package dev.stowage.node.server.logs;

import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RuntimeContainer;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notifies clients that follow the log of a container when the container exits.
public final class ContainerExitWatcher {
    private static final Logger log = LoggerFactory.getLogger(ContainerExitWatcher.class);

    /// A subscriber. Each is notified at most once.
    ///
    /// @param uid of the pod
    private record Subscriber(String uid, String container, Runnable ended) {}

    private final ContainerRuntime runtime;
    private final Set<Subscriber> followers = ConcurrentHashMap.newKeySet();

    public ContainerExitWatcher(ContainerRuntime runtime) {
        this.runtime = runtime;
        runtime.listen(this::podChanged);
    }

    /// @param ended called when the container exits, unless the subscription is canceled before
    /// @return cancels the subscription
    Runnable follow(String uid, String container, Runnable ended) {
        var subscriber = new Subscriber(uid, container, ended);
        followers.add(subscriber);
        // It may have exited before the subscription.
        checkSubscribers();
        return () -> followers.remove(subscriber);
    }

    private void podChanged(String uid) {
        if (followers.stream().anyMatch(one -> uid.isEmpty() || one.uid().equals(uid))) {
            // The caller of a listener must not wait for the check.
            Thread.ofVirtual().name("log-endings").start(this::checkSubscribers);
        }
    }

    private void checkSubscribers() {
        // Later subscribers trigger another check with a newer list.
        Set<Subscriber> subscribers = Set.copyOf(followers);
        try {
            Set<String> running = runtime.pods().stream()
                    .flatMap(pod -> pod.containers().stream())
                    .filter(RuntimeContainer::runs)
                    .map(RuntimeContainer::id)
                    .collect(Collectors.toSet());
            for (Subscriber subscriber : subscribers) {
                if (!running.contains(subscriber.container()) && followers.remove(subscriber)) {
                    subscriber.ended().run();
                }
            }
        } catch (IOException e) {
            log.debug("Cannot list the running containers; following logs continues: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
