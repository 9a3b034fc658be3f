package dev.stowage.apiserver.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// Which objects go by themselves, and when. For one thread.
final class Expiries {
    private final TreeSet<Due> dues =
            new TreeSet<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::revision));

    private record Due(long at, long revision, Key key) {
        static Due of(Entry entry) {
            return new Due(entry.expiresAt(), entry.revision(), entry.key());
        }
    }

    static Expiries of(Snapshot snapshot) {
        Expiries expiries = new Expiries();
        for (Shelf shelf : snapshot.shelves().values()) {
            shelf.slice(0, shelf.size()).forEach(expiries::add);
        }
        return expiries;
    }

    private void add(Entry entry) {
        if (entry.expiresAt() > 0) {
            dues.add(Due.of(entry));
        }
    }

    void apply(Change change) {
        change.previous().filter(entry -> entry.expiresAt() > 0).ifPresent(entry -> dues.remove(Due.of(entry)));
        switch (change) {
            case Change.Added added -> add(added.now());
            case Change.Modified modified -> add(modified.now());
            case Change.Removed _ -> {}
        }
    }

    /// When the first goes, in milliseconds since 1970; far away when none does.
    long next() {
        return dues.isEmpty() ? Long.MAX_VALUE : dues.getFirst().at();
    }

    List<Key> due(long now, int limit) {
        List<Key> keys = new ArrayList<>();
        for (Due due : dues) {
            if (due.at() > now || keys.size() == limit) {
                break;
            }
            keys.add(due.key());
        }
        return keys;
    }
}
