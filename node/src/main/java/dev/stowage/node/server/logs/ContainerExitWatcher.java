package dev.stowage.node.server.logs;

import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RuntimeContainer;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells those who follow a container when it has ended.
public final class ContainerExitWatcher {
    private static final Logger log = LoggerFactory.getLogger(ContainerExitWatcher.class);

    /// Somebody who wants to know. Each is told once at most.
    ///
    /// @param uid the pod's
    private record Subscriber(String uid, String container, Runnable ended) {}

    private final ContainerRuntime runtime;
    private final Set<Subscriber> followers = ConcurrentHashMap.newKeySet();

    public ContainerExitWatcher(ContainerRuntime runtime) {
        this.runtime = runtime;
        runtime.listen(this::hear);
    }

    /// @param ended called when the container runs no more, unless what is returned was run before
    /// @return to be run by whoever wants to know it no more
    Runnable follow(String uid, String container, Runnable ended) {
        var subscriber = new Subscriber(uid, container, ended);
        followers.add(subscriber);
        // It may have ended before there was somebody to tell.
        look();
        return () -> followers.remove(subscriber);
    }

    private void hear(String uid) {
        if (followers.stream().anyMatch(one -> uid.isEmpty() || one.uid().equals(uid))) {
            // Whoever calls a listener has other things to do than to wait for what follows.
            Thread.ofVirtual().name("log-endings").start(this::look);
        }
    }

    private void look() {
        // Who comes later looks again, with a newer answer.
        Set<Subscriber> asking = Set.copyOf(followers);
        try {
            Set<String> running = runtime.pods().stream()
                    .flatMap(pod -> pod.containers().stream())
                    .filter(RuntimeContainer::runs)
                    .map(RuntimeContainer::id)
                    .collect(Collectors.toSet());
            for (Subscriber subscriber : asking) {
                if (!running.contains(subscriber.container()) && followers.remove(subscriber)) {
                    subscriber.ended().run();
                }
            }
        } catch (IOException e) {
            log.debug("The runtime does not say what runs; those who follow logs go on: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
