package dev.stowage.cel.regex;

import dev.stowage.cel.regex.RegexNode.Place;
import java.util.ArrayList;
import java.util.List;

/// A compiled regular expression: a list of instructions for parallel matching.
final class RegexProgram {
    /// More would make a match slow on long texts.
    static final int MOST = 20_000;

    private final String text;
    private final List<Instruction> steps = new ArrayList<>();

    sealed interface Instruction {}

    record Take(CharSet set) implements Instruction {}

    /// Continues at both.
    record Fork(int first, int second) implements Instruction {}

    record Jump(int to) implements Instruction {}

    record Check(Place place) implements Instruction {}

    record Found() implements Instruction {}

    private RegexProgram(String text) {
        this.text = text;
    }

    static List<Instruction> of(RegexNode regexNode, String text) throws InvalidRegexException {
        RegexProgram regexProgram = new RegexProgram(text);
        regexProgram.add(regexNode);
        regexProgram.emit(new Found());
        return List.copyOf(regexProgram.steps);
    }

    private int emit(Instruction instruction) throws InvalidRegexException {
        if (steps.size() >= MOST) {
            throw tooLarge(text);
        }
        steps.add(instruction);
        return steps.size() - 1;
    }

    static InvalidRegexException tooLarge(String text) {
        return new InvalidRegexException("expression too large", text.length() > 100 ? text.substring(0, 100) : text);
    }

    private void add(RegexNode regexNode) throws InvalidRegexException {
        switch (regexNode) {
            case RegexNode.Nothing() -> {}
            case RegexNode.One one -> emit(new Take(one.set()));
            case RegexNode.At check -> emit(new Check(check.place()));
            case RegexNode.Sequence sequence -> {
                for (RegexNode part : sequence.parts()) {
                    add(part);
                }
            }
            case RegexNode.Choice choice -> choose(choice.options());
            case RegexNode.Repeat repeat -> repeat(repeat);
        }
    }

    private void choose(List<RegexNode> options) throws InvalidRegexException {
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

    private void repeat(RegexNode.Repeat repeat) throws InvalidRegexException {
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
