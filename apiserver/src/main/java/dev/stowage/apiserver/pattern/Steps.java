package dev.stowage.apiserver.pattern;

import dev.stowage.apiserver.pattern.Piece.Place;
import java.util.ArrayList;
import java.util.List;

/// A regular expression as a list of steps that can be taken side by side.
final class Steps {
    /// More would make a match slow on long texts.
    private static final int MOST = 20_000;

    private final String text;
    private final List<Step> steps = new ArrayList<>();

    sealed interface Step {}

    record Take(CharSet set) implements Step {}

    /// Goes on at both.
    record Fork(int first, int second) implements Step {}

    record Jump(int to) implements Step {}

    record Check(Place place) implements Step {}

    record Found() implements Step {}

    private Steps(String text) {
        this.text = text;
    }

    static List<Step> of(Piece piece, String text) throws InvalidPatternException {
        Steps steps = new Steps(text);
        steps.add(piece);
        steps.emit(new Found());
        return List.copyOf(steps.steps);
    }

    private int emit(Step step) throws InvalidPatternException {
        if (steps.size() >= MOST) {
            String part = text.length() > 100 ? text.substring(0, 100) : text;
            throw new InvalidPatternException("expression too large", part);
        }
        steps.add(step);
        return steps.size() - 1;
    }

    private void add(Piece piece) throws InvalidPatternException {
        switch (piece) {
            case Piece.Nothing() -> {}
            case Piece.One one -> emit(new Take(one.set()));
            case Piece.At check -> emit(new Check(check.place()));
            case Piece.Sequence sequence -> {
                for (Piece part : sequence.parts()) {
                    add(part);
                }
            }
            case Piece.Choice choice -> choose(choice.options());
            case Piece.Repeat repeat -> repeat(repeat);
        }
    }

    private void choose(List<Piece> options) throws InvalidPatternException {
        List<Integer> exits = new ArrayList<>();
        for (int i = 0; i < options.size() - 1; i++) {
            int fork = emit(new Fork(0, 0));
            add(options.get(i));
            exits.add(emit(new Jump(0)));
            steps.set(fork, new Fork(fork + 1, steps.size()));
        }
        add(options.getLast());
        for (int exit : exits) {
            steps.set(exit, new Jump(steps.size()));
        }
    }

    private void repeat(Piece.Repeat repeat) throws InvalidPatternException {
        for (int i = 0; i < repeat.least(); i++) {
            add(repeat.body());
        }
        if (repeat.most() < 0) {
            int fork = emit(new Fork(0, 0));
            add(repeat.body());
            emit(new Jump(fork));
            steps.set(fork, new Fork(fork + 1, steps.size()));
            return;
        }
        List<Integer> forks = new ArrayList<>();
        for (int i = repeat.least(); i < repeat.most(); i++) {
            forks.add(emit(new Fork(0, 0)));
            add(repeat.body());
        }
        for (int fork : forks) {
            steps.set(fork, new Fork(fork + 1, steps.size()));
        }
    }
}
