package dev.stowage.cluster.workload.job;

import dev.stowage.kube.model.Pod;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.TreeSet;

/// Sets of completion indexes, written as `0-2,5`.
final class CompletionIndexes {
    static final String INDEX = "batch.kubernetes.io/job-completion-index";

    private CompletionIndexes() {}

    static NavigableSet<Integer> parse(String written) {
        NavigableSet<Integer> indexes = new TreeSet<>();
        for (String part : written.isEmpty() ? new String[0] : written.split(",", -1)) {
            String[] ends = part.split("-", -1);
            for (int i = number(ends[0]); i >= 0 && i <= number(ends[ends.length - 1]); i++) {
                indexes.add(i);
            }
        }
        return indexes;
    }

    /// Two in a row are written as two, more as a range.
    static String write(NavigableSet<Integer> indexes) {
        StringBuilder text = new StringBuilder();
        Iterator<Integer> rest = indexes.iterator();
        int first = rest.hasNext() ? rest.next() : -1;
        int last = first;
        while (first >= 0) {
            int next = rest.hasNext() ? rest.next() : -1;
            if (next == last + 1) {
                last = next;
                continue;
            }
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (last > first) {
                text.append(last == first + 1 ? "," : "-").append(last);
            }
            first = next;
            last = next;
        }
        return text.toString();
    }

    /// Negative when it has none.
    static int of(Pod pod) {
        return number(pod.meta().annotation(INDEX));
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
