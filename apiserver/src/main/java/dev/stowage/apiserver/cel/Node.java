package dev.stowage.apiserver.cel;

import java.util.List;

/// A part of an expression. Each says where in the text it stands.
sealed interface Node {
    int at();

    record Literal(Object value, Shape shape, int at) implements Node {}

    record Name(String name, int at) implements Node {}

    /// @param test asks only whether the field is there
    record Field(Node of, String name, boolean test, int at) implements Node {}

    /// @param receiver whether the first argument stands before a dot
    record Call(String function, List<Node> arguments, boolean receiver, int at) implements Node {}

    record ListOf(List<Node> items, int at) implements Node {}

    record MapOf(List<Node> keys, List<Node> values, int at) implements Node {}

    record Choice(Node condition, Node yes, Node no, int at) implements Node {}

    /// A macro that goes over a list or the keys of a map.
    ///
    /// @param body the condition; with [Macro#MAP] what becomes of an item
    /// @param filter of [Macro#MAP], which items are taken; a literal true for all
    record Loop(Macro macro, Node range, String variable, Node filter, Node body, int at) implements Node {}

    /// Names a value for another expression.
    record Bind(String variable, Node value, Node body, int at) implements Node {}

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
