package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.DirectoryEntries;
import dev.stowage.sdk.CsiException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NavigableSet;
import java.util.TreeSet;

/// The names in a directory in the order of their bytes, one byte per character. Some thousands of them are
/// in memory: a bigger directory, which does not change meanwhile, is listed again for each portion.
final class SortedEntries {

    private static final int PORTION = 16_384;

    private final Descriptor directory;
    private final String path;
    private final int most;
    private final int portion;
    private final Deque<String> ahead = new ArrayDeque<>();
    private String last = ""; // before every name
    private boolean isAtEnd;

    /// @param directory open for reading
    /// @param path of it, for messages
    SortedEntries(Descriptor directory, String path, WalkLimits limits) {
        this(directory, path, limits.entries(), PORTION);
    }

    SortedEntries(Descriptor directory, String path, int most, int portion) {
        this.directory = directory;
        this.path = path;
        this.most = most;
        this.portion = portion;
    }

    boolean hasNext() throws CsiException, LinuxException {
        if (ahead.isEmpty() && !isAtEnd) {
            fill();
        }
        return !ahead.isEmpty();
    }

    /// The next name, which stays the next one. There must be one.
    String peek() {
        return ahead.element();
    }

    String next() {
        last = ahead.remove();
        return last;
    }

    private void fill() throws CsiException, LinuxException {
        NavigableSet<String> smallest = new TreeSet<>();
        int count = 0;
        int later = 0;
        try (DirectoryEntries entries = new DirectoryEntries(directory)) {
            entries.rewind();
            for (var some = entries.next(); !some.isEmpty(); some = entries.next()) {
                count += some.size();
                if (count > most) {
                    throw ArchiveRefusal.tooManyEntries(most, path);
                }
                for (DirectoryEntries.Entry entry : some) {
                    if (entry.name().compareTo(last) > 0) {
                        later++;
                        add(entry.name(), smallest);
                    }
                }
            }
        }
        isAtEnd = later == smallest.size();
        ahead.addAll(smallest);
    }

    private void add(String name, NavigableSet<String> smallest) {
        if (smallest.size() < portion || name.compareTo(smallest.last()) < 0) {
            smallest.add(name);
        }
        if (smallest.size() > portion) {
            smallest.pollLast();
        }
    }
}
