package dev.stowage.node.testing;

import dev.stowage.node.runtime.ImagePullListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// What happened while images were pulled.
public final class RecordedPulls implements ImagePullListener {
    private final List<String> recorded = new CopyOnWriteArrayList<>();

    public List<String> recorded() {
        return recorded;
    }

    @Override
    public void alreadyPresent() {
        recorded.add("already present");
    }

    @Override
    public void started() {
        recorded.add("started");
    }

    @Override
    public void succeeded(Duration took, long size) {
        recorded.add("succeeded");
    }
}
