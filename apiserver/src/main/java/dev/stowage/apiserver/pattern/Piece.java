package dev.stowage.apiserver.pattern;

import java.util.List;

/// A part of a regular expression.
sealed interface Piece {

    record Nothing() implements Piece {}

    record One(CharSet set) implements Piece {}

    record Sequence(List<Piece> parts) implements Piece {}

    record Choice(List<Piece> options) implements Piece {}

    /// @param most -1 for no end
    record Repeat(Piece body, int least, int most) implements Piece {}

    record At(Place place) implements Piece {}

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
