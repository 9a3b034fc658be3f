package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.node.HungTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Threads in uninterruptible sleep. Every disk access has such a moment, so only a thread that is found twice in
/// the same wait counts.
record HungTaskScanner(Path proc) {

    /// @param began when the thread started: ids are reused
    /// @param switches its context switches: a thread that made progress has a different number
    record BlockedThread(long process, long thread, String began, String switches) {}

    Map<BlockedThread, HungTask> scan() throws IOException {
        Map<BlockedThread, HungTask> found = new LinkedHashMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                threads(process, found);
            }
        }
        return found;
    }

    static List<HungTask> inBoth(Map<BlockedThread, HungTask> first, Map<BlockedThread, HungTask> second) {
        Set<BlockedThread> both = new HashSet<>(first.keySet());
        both.retainAll(second.keySet());
        return second.entrySet().stream()
                .filter(entry -> both.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static void threads(Path process, Map<BlockedThread, HungTask> found) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"), "[0-9]*")) {
            for (Path thread : threads) {
                String stat = read(thread.resolve("stat"));
                // The name is in parentheses and may itself contain parentheses.
                int end = stat.lastIndexOf(')');
                String[] rest = stat.substring(end + 1).strip().split(" ", -1);
                if (end > 0 && rest.length > 19 && rest[0].equals("D")) {
                    String name = stat.substring(stat.indexOf('(') + 1, end);
                    BlockedThread blockedThread =
                            new BlockedThread(id(process), id(thread), rest[19], switches(thread));
                    found.put(blockedThread, new HungTask(id(process), id(thread), name, where(thread)));
                }
            }
        } catch (IOException e) {
            // It exited in the meantime.
        }
    }

    private static String switches(Path thread) throws IOException {
        return read(thread.resolve("status"))
                .lines()
                .filter(line -> line.startsWith("voluntary_ctxt_switches"))
                .findFirst()
                .orElse("");
    }

    private static String where(Path thread) {
        try {
            String name = read(thread.resolve("wchan")).strip();
            return name.equals("0") ? "" : name;
        } catch (IOException e) {
            return "";
        }
    }

    private static long id(Path folder) {
        return Long.parseLong(folder.getFileName().toString());
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
