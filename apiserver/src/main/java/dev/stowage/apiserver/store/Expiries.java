package dev.stowage.apiserver.store;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// Which objects go by themselves, and when. For one thread.
final class Expiries {
    private final TreeSet<Entry> entries =
            new TreeSet<>(Comparator.comparingLong(Entry::expiresAt).thenComparingLong(Entry::revision));

    static Expiries of(Snapshot snapshot) {
        Expiries expiries = new Expiries();
        for (Shelf shelf : snapshot.shelves().values()) {
            shelf.slice(0, shelf.size()).forEach(expiries::add);
        }
        return expiries;
    }

    private void add(Entry entry) {
        if (entry.expiresAt() > 0) {
            entries.add(entry);
        }
    }

    void forget(Entry entry) {
        entries.remove(entry);
    }

    void apply(Change change) {
        change.previous().ifPresent(this::forget);
        switch (change) {
            case Change.Added added -> add(added.now());
            case Change.Modified modified -> add(modified.now());
            case Change.Removed _ -> {}
        }
    }

    /// When the first goes, in milliseconds since 1970; far away when none does.
    long next() {
        return entries.isEmpty() ? Long.MAX_VALUE : entries.getFirst().expiresAt();
    }

    List<Entry> due(long now, int limit) {
        return entries.stream()
                .takeWhile(entry -> entry.expiresAt() <= now)
                .limit(limit)
                .toList();
    }
}
