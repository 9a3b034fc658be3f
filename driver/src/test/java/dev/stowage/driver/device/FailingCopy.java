package dev.stowage.driver.device;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A copy that fails as often as a test says. Only the copying thread uses it, but for its steps.
final class FailingCopy implements SnapshotCopies.Copy {

    private final Deque<IOException> failures;
    private final Deque<IOException> removalFailures;
    private final List<String> steps = new CopyOnWriteArrayList<>();
    private final boolean canBeRepeated;

    private FailingCopy(
            Collection<IOException> failures, Collection<IOException> removalFailures, boolean canBeRepeated) {
        this.failures = new ArrayDeque<>(failures);
        this.removalFailures = new ArrayDeque<>(removalFailures);
        this.canBeRepeated = canBeRepeated;
    }

    /// One whose source is kept.
    static FailingCopy repeatable(IOException... failures) {
        return new FailingCopy(List.of(failures), List.of(), true);
    }

    static FailingCopy once(IOException failure) {
        return new FailingCopy(List.of(failure), List.of(), false);
    }

    FailingCopy andThenItsRemoval(IOException... itsFailures) {
        return new FailingCopy(failures, List.of(itsFailures), canBeRepeated);
    }

    @Override
    public void run(BlockCopyReport progress) throws IOException {
        next("copy", failures);
    }

    @Override
    public boolean canBeRepeated() {
        return canBeRepeated;
    }

    @Override
    public void failed() throws IOException {
        next("remove", removalFailures);
    }

    @Override
    public void close() {
        steps.add("close");
    }

    private void next(String step, Deque<IOException> planned) throws IOException {
        steps.add(step);
        if (!planned.isEmpty()) {
            throw planned.removeFirst();
        }
    }

    List<String> steps() {
        return steps;
    }
}
