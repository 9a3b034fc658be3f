package dev.stowage.testkit;

import java.util.IdentityHashMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/// 16 clients that run all rules concurrently. They start when the first result is requested.
final class ConcurrentClients implements AutoCloseable {

    static final int CLIENTS = 16;

    private final DriverUnderTest driver;
    private final DeclaredCapabilities declared;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<DriverConnection> free = new LinkedBlockingQueue<>();
    private final IdentityHashMap<Rule.Check, Future<?>> results = new IdentityHashMap<>();

    ConcurrentClients(DriverUnderTest driver, DeclaredCapabilities declared) {
        this.driver = driver;
        this.declared = declared;
    }

    /// Waits for a rule's result, and fails or aborts like the rule.
    void resultOf(RuleGroup group, Rule rule) throws Throwable {
        start();
        Future<?> result = results.get(rule.check());
        if (result == null) {
            throw new IllegalStateException("the rule was not run: " + group.title() + ": " + rule.sentence());
        }
        try {
            result.get();
        } catch (ExecutionException failure) {
            throw failure.getCause() == null ? failure : failure.getCause();
        }
    }

    private void start() {
        if (!results.isEmpty()) {
            return;
        }
        for (int client = 0; client < CLIENTS; client++) {
            free.add(new DriverConnection(driver));
        }
        for (RuleGroup group : AllRules.perCall()) {
            for (Rule rule : group.rules()) {
                if (rule.together()) {
                    results.put(rule.check(), threads.submit(() -> {
                        run(group.guarded(rule));
                        return null;
                    }));
                }
            }
        }
    }

    private void run(Rule.Check check) throws Exception {
        DriverConnection connection = free.take();
        try (Trial trial = new Trial(connection, driver, declared, false)) {
            check.on(trial);
        } finally {
            free.add(connection);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        free.forEach(DriverConnection::close);
    }
}
