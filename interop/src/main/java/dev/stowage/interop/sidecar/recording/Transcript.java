package dev.stowage.interop.sidecar.recording;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// All recorded writes and calls, in the order of their start. Events are separate, because sidecars send them in
/// the background.
public final class Transcript {

    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> events = new LinkedHashSet<>();
    private long lastChange = System.nanoTime();

    /// One write or call.
    final class Entry {
        private String head;
        private List<String> details = List.of();
        private boolean open;

        private Entry(String head, boolean open) {
            this.head = head;
            this.open = open;
        }

        void end(String text, List<String> fields) {
            synchronized (Transcript.this) {
                head = text;
                details = fields;
                open = false;
                lastChange = System.nanoTime();
            }
        }
    }

    /// @param head the text of an entry that never ends
    synchronized Entry begin(String head) {
        return add(new Entry(head, true));
    }

    private Entry add(Entry entry) {
        entries.add(entry);
        lastChange = System.nanoTime();
        return entry;
    }

    synchronized void event(String text) {
        if (events.add(text)) {
            lastChange = System.nanoTime();
        }
    }

    /// Adds a line of the script itself, which shows where it did something.
    public synchronized void remark(String text) {
        add(new Entry("-- " + text, false));
    }

    public synchronized boolean mentions(String text) {
        return entries.stream().anyMatch(entry -> entry.head.contains(text));
    }

    public synchronized boolean hasEvent(String event) {
        return events.stream().anyMatch(text -> text.contains(event));
    }

    synchronized long quietNanos() {
        return System.nanoTime() - lastChange;
    }

    /// False while a caller waits for a response, however long that takes.
    public synchronized boolean quietFor(long millis) {
        return entries.stream().noneMatch(entry -> entry.open) && quietNanos() > millis * 1_000_000;
    }

    public synchronized String text(TranscriptNormalizer transcriptNormalizer) {
        StringBuilder text = new StringBuilder();
        for (Entry entry : entries) {
            text.append(entry.head).append('\n');
            entry.details.forEach(line -> text.append("    ").append(line).append('\n'));
        }
        if (!events.isEmpty()) {
            text.append("events\n");
            events.forEach(line -> text.append("    ").append(line).append('\n'));
        }
        return transcriptNormalizer.normalize(text.toString());
    }
}
