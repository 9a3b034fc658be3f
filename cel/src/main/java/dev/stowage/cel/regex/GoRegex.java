package dev.stowage.cel.regex;

import dev.stowage.cel.regex.RegexNode.Place;
import dev.stowage.cel.regex.RegexProgram.Check;
import dev.stowage.cel.regex.RegexProgram.Fork;
import dev.stowage.cel.regex.RegexProgram.Found;
import dev.stowage.cel.regex.RegexProgram.Instruction;
import dev.stowage.cel.regex.RegexProgram.Jump;
import dev.stowage.cel.regex.RegexProgram.Take;
import java.util.List;

/// A regular expression in Go's syntax, which Kubernetes uses. Safe for many threads.
///
/// All paths through the expression are followed at once, so that no text can cause backtracking:
/// java.util.regex would hang at `(a+)+$`.
public final class GoRegex {
    /// The limit of a search.
    private static final long MOST_WORK = 50_000_000;

    private final String text;
    private final List<Instruction> steps;
    private final int[] costs;

    private GoRegex(String text, List<Instruction> steps) {
        this.text = text;
        this.steps = steps;
        this.costs = steps.stream()
                .mapToInt(step -> step instanceof Take take ? take.set().cost() : 1)
                .toArray();
    }

    public static GoRegex compile(String text) throws InvalidRegexException {
        return new GoRegex(text, RegexProgram.of(new RegexParser(text).parse(), text));
    }

    /// How many instructions it has: the most work for each character of a text.
    public int size() {
        return steps.size();
    }

    /// Whether it matches anywhere in a text. A text that is too long for the expression does not match.
    public boolean find(String text) {
        int[] characters = text.codePoints().toArray();
        Ways now = new Ways(steps.size());
        Ways next = new Ways(steps.size());
        long work = 0;
        for (int at = 0; at <= characters.length; at++) {
            if (follow(0, characters, at, now)) {
                return true;
            }
            work++;
            next.clear();
            for (int i = 0; i < now.size; i++) {
                int step = now.dense[i];
                work += costs[step];
                if (work > MOST_WORK) {
                    return false;
                }
                if (at < characters.length
                        && steps.get(step) instanceof Take take
                        && take.set().has(characters[at])
                        && follow(step + 1, characters, at + 1, next)) {
                    return true;
                }
            }
            Ways swapped = now;
            now = next;
            next = swapped;
        }
        return false;
    }

    /// Adds a step and all steps that it reaches without consuming a character; true when the end is among them.
    private boolean follow(int from, int[] characters, int at, Ways ways) {
        int[] open = ways.open;
        int count = 0;
        open[count++] = from;
        while (count > 0) {
            int step = open[--count];
            if (!ways.add(step)) {
                continue;
            }
            switch (steps.get(step)) {
                case Found() -> {
                    return true;
                }
                case Jump jump -> open[count++] = jump.to();
                case Fork fork -> {
                    open[count++] = fork.second();
                    open[count++] = fork.first();
                }
                case Check check -> {
                    if (holds(check.place(), characters, at)) {
                        open[count++] = step + 1;
                    }
                }
                case Take _ -> {}
            }
        }
        return false;
    }

    private static boolean holds(Place place, int[] characters, int at) {
        return switch (place) {
            case TEXT_START -> at == 0;
            case TEXT_END -> at == characters.length;
            case LINE_START -> at == 0 || characters[at - 1] == '\n';
            case LINE_END -> at == characters.length || characters[at] == '\n';
            case WORD_EDGE -> isEdge(characters, at);
            case NO_WORD_EDGE -> !isEdge(characters, at);
        };
    }

    private static boolean isEdge(int[] characters, int at) {
        boolean before = at > 0 && CharSet.isWord(characters[at - 1]);
        boolean behind = at < characters.length && CharSet.isWord(characters[at]);
        return before != behind;
    }

    @Override
    public String toString() {
        return text;
    }

    /// A set of steps that is cleared without touching its members.
    private static final class Ways {
        private final int[] dense;
        private final int[] sparse;
        private final int[] open;
        private int size;

        Ways(int steps) {
            dense = new int[steps];
            sparse = new int[steps];
            // Each step is added at most once by each of the two paths that lead to it, and once from outside.
            open = new int[2 * steps + 1];
        }

        boolean add(int step) {
            int place = sparse[step];
            if (place < size && dense[place] == step) {
                return false;
            }
            sparse[step] = size;
            dense[size++] = step;
            return true;
        }

        void clear() {
            size = 0;
        }
    }
}
