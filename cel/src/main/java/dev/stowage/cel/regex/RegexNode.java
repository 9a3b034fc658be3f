package dev.stowage.cel.regex;

import java.util.List;

/// A node of a regular expression's syntax tree.
sealed interface RegexNode {

    record Nothing() implements RegexNode {}

    record One(CharSet set) implements RegexNode {}

    record Sequence(List<RegexNode> parts) implements RegexNode {}

    record Choice(List<RegexNode> options) implements RegexNode {}

    /// @param most -1 for unlimited
    record Repeat(RegexNode body, int least, int most) implements RegexNode {}

    record At(Place place) implements RegexNode {}

    /// The positions at which an assertion holds.
    enum Place {
        TEXT_START,
        TEXT_END,
        LINE_START,
        LINE_END,
        WORD_EDGE,
        NO_WORD_EDGE
    }
}
