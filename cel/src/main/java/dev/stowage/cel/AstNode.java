package dev.stowage.cel;

import java.util.List;

/// A node of an expression's syntax tree, with its position in the text.
sealed interface AstNode {
    int at();

    record Literal(Object value, CelType celType, int at) implements AstNode {}

    record Name(String name, int at) implements AstNode {}

    /// @param test checks only whether the field exists
    record Field(AstNode of, String name, boolean test, int at) implements AstNode {}

    /// @param receiver whether the first argument is before a dot
    record Call(String function, List<AstNode> arguments, boolean receiver, int at) implements AstNode {}

    record ListOf(List<AstNode> items, int at) implements AstNode {}

    record MapOf(List<AstNode> keys, List<AstNode> values, int at) implements AstNode {}

    record Choice(AstNode condition, AstNode yes, AstNode no, int at) implements AstNode {}

    /// A macro that iterates over a list or the keys of a map.
    ///
    /// @param body the condition; for [Macro#MAP] the result for an item
    /// @param filter for [Macro#MAP] the condition for an item; a literal true for all
    record Comprehension(Macro macro, AstNode range, String variable, AstNode filter, AstNode body, int at)
            implements AstNode {}

    /// Binds a value to a name for another expression.
    record Bind(String variable, AstNode value, AstNode body, int at) implements AstNode {}

    enum Macro {
        ALL("all"),
        EXISTS("exists"),
        EXISTS_ONE("exists_one"),
        FILTER("filter"),
        MAP("map");

        private final String word;

        Macro(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }
}
