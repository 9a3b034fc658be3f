package dev.stowage.cel.regex;

import java.util.List;

/// A part of a regular expression.
sealed interface RegexNode {

    record Nothing() implements RegexNode {}

    record One(CharSet set) implements RegexNode {}

    record Sequence(List<RegexNode> parts) implements RegexNode {}

    record Choice(List<RegexNode> options) implements RegexNode {}

    /// @param most -1 for no end
    record Repeat(RegexNode body, int least, int most) implements RegexNode {}

    record At(Place place) implements RegexNode {}

    /// Where in the text an assertion holds.
    enum Place {
        TEXT_START,
        TEXT_END,
        LINE_START,
        LINE_END,
        WORD_EDGE,
        NO_WORD_EDGE
    }
}
