package dev.stowage.interop.suite;

import java.util.ArrayList;
import java.util.List;

/// The lines that only one of two texts has, in order, by their longest common subsequence.
///
/// @param first whether the first text has it
public record TextDifference(boolean first, String line) {

    public static List<TextDifference> between(String one, String other) {
        List<String> a = one.lines().toList();
        List<String> b = other.lines().toList();
        int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        List<TextDifference> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
                i++;
                j++;
            } else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new TextDifference(true, a.get(i++)));
            } else {
                lines.add(new TextDifference(false, b.get(j++)));
            }
        }
        return lines;
    }
}
