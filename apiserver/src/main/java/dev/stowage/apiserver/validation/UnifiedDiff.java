package dev.stowage.apiserver.validation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The difference of two texts, line by line, as a unified diff with three lines around each change.
///
/// It finds the longest common run of lines, and repeats that before and after it. Error messages of Kubernetes
/// show the result of this algorithm.
final class UnifiedDiff {
    private static final int AROUND = 3;
    /// In a text of at least this many lines, a very frequent line does not start a run.
    private static final int LONG = 200;

    private final List<String> a;
    private final List<String> b;
    private final Map<String, List<Integer>> places = new HashMap<>();
    private final List<MatchingLines> runs = new ArrayList<>();

    private UnifiedDiff(List<String> a, List<String> b) {
        this.a = a;
        this.b = b;
        for (int i = 0; i < b.size(); i++) {
            places.computeIfAbsent(b.get(i), _ -> new ArrayList<>()).add(i);
        }
        if (b.size() >= LONG) {
            places.values().removeIf(found -> found.size() > b.size() / 100 + 1);
        }
        split(0, a.size(), 0, b.size());
    }

    static String of(String before, String now) {
        UnifiedDiff diff = new UnifiedDiff(List.of(before.split("\n", -1)), List.of(now.split("\n", -1)));
        StringBuilder text = new StringBuilder();
        diff.groups().forEach(group -> diff.write(group, text));
        return text.toString();
    }

    /// Lines that are equal in both texts.
    private record MatchingLines(int inA, int inB, int length) {}

    /// One edit operation.
    private record Change(boolean same, int fromA, int toA, int fromB, int toB) {}

    private void split(int fromA, int toA, int fromB, int toB) {
        MatchingLines longest = longest(fromA, toA, fromB, toB);
        if (longest.length() == 0) {
            return;
        }
        if (fromA < longest.inA() && fromB < longest.inB()) {
            split(fromA, longest.inA(), fromB, longest.inB());
        }
        runs.add(longest);
        int endA = longest.inA() + longest.length();
        int endB = longest.inB() + longest.length();
        if (endA < toA && endB < toB) {
            split(endA, toA, endB, toB);
        }
    }

    private MatchingLines longest(int fromA, int toA, int fromB, int toB) {
        MatchingLines best = new MatchingLines(fromA, fromB, 0);
        Map<Integer, Integer> ending = Map.of();
        for (int i = fromA; i < toA; i++) {
            Map<Integer, Integer> next = new HashMap<>();
            for (int j : places.getOrDefault(a.get(i), List.of())) {
                if (j < fromB || j >= toB) {
                    continue;
                }
                int length = ending.getOrDefault(j - 1, 0) + 1;
                next.put(j, length);
                if (length > best.length()) {
                    best = new MatchingLines(i - length + 1, j - length + 1, length);
                }
            }
            ending = next;
        }
        return grow(best, fromA, toA, fromB, toB);
    }

    private MatchingLines grow(MatchingLines matchingLines, int fromA, int toA, int fromB, int toB) {
        int i = matchingLines.inA();
        int j = matchingLines.inB();
        int endA = i + matchingLines.length();
        int endB = j + matchingLines.length();
        while (i > fromA && j > fromB && a.get(i - 1).equals(b.get(j - 1))) {
            i--;
            j--;
        }
        while (endA < toA && endB < toB && a.get(endA).equals(b.get(endB))) {
            endA++;
            endB++;
        }
        return new MatchingLines(i, j, endA - i);
    }

    private List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        int i = 0;
        int j = 0;
        for (MatchingLines matchingLines : joined()) {
            if (i < matchingLines.inA() || j < matchingLines.inB()) {
                changes.add(new Change(false, i, matchingLines.inA(), j, matchingLines.inB()));
            }
            i = matchingLines.inA() + matchingLines.length();
            j = matchingLines.inB() + matchingLines.length();
            if (matchingLines.length() > 0) {
                changes.add(new Change(true, matchingLines.inA(), i, matchingLines.inB(), j));
            }
        }
        return changes;
    }

    /// Joins adjacent runs; an empty one marks the end.
    private List<MatchingLines> joined() {
        List<MatchingLines> joined = new ArrayList<>();
        for (MatchingLines matchingLines : runs) {
            MatchingLines last = joined.isEmpty() ? new MatchingLines(0, 0, 0) : joined.getLast();
            if (last.length() > 0
                    && last.inA() + last.length() == matchingLines.inA()
                    && last.inB() + last.length() == matchingLines.inB()) {
                joined.removeLast();
                joined.add(new MatchingLines(last.inA(), last.inB(), last.length() + matchingLines.length()));
            } else {
                joined.add(matchingLines);
            }
        }
        joined.add(new MatchingLines(a.size(), b.size(), 0));
        return joined;
    }

    private List<List<Change>> groups() {
        List<List<Change>> groups = new ArrayList<>();
        List<Change> group = new ArrayList<>();
        List<Change> changes = changes();
        for (int n = 0; n < changes.size(); n++) {
            Change change = changes.get(n);
            if (!change.same()) {
                group.add(change);
                continue;
            }
            boolean first = n == 0;
            boolean last = n == changes.size() - 1;
            int length = change.toA() - change.fromA();
            if (first) {
                group.add(tail(change, length));
            } else if (last) {
                group.add(head(change, length));
            } else if (length > 2 * AROUND) {
                group.add(head(change, length));
                groups.add(group);
                group = new ArrayList<>(List.of(tail(change, length)));
            } else {
                group.add(change);
            }
        }
        if (group.stream().anyMatch(change -> !change.same())) {
            groups.add(group);
        }
        return groups;
    }

    private static Change head(Change same, int length) {
        int kept = Math.min(length, AROUND);
        return new Change(true, same.fromA(), same.fromA() + kept, same.fromB(), same.fromB() + kept);
    }

    private static Change tail(Change same, int length) {
        int kept = Math.min(length, AROUND);
        return new Change(true, same.toA() - kept, same.toA(), same.toB() - kept, same.toB());
    }

    private void write(List<Change> group, StringBuilder text) {
        Change first = group.getFirst();
        Change last = group.getLast();
        text.append("@@ -")
                .append(range(first.fromA(), last.toA()))
                .append(" +")
                .append(range(first.fromB(), last.toB()))
                .append(" @@\n");
        for (Change change : group) {
            lines(change.same() ? ' ' : '-', a.subList(change.fromA(), change.toA()), text);
            if (!change.same()) {
                lines('+', b.subList(change.fromB(), change.toB()), text);
            }
        }
    }

    private static void lines(char mark, List<String> lines, StringBuilder text) {
        lines.forEach(line -> text.append(mark).append(line).append('\n'));
    }

    private static String range(int from, int to) {
        int length = to - from;
        if (length == 1) {
            return Integer.toString(from + 1);
        }
        return (length == 0 ? from : from + 1) + "," + length;
    }
}
