package dev.stowage.cel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/// How deep a syntax tree is. The type checker and the evaluator recurse into it, and rows inside of brackets inside
/// of rows are deeper than each of them.
final class AstHeight {
    private static final int MOST = 500;

    private AstHeight() {}

    private record Level(AstNode node, int height) {}

    /// Does not recurse itself.
    static boolean isTooHigh(AstNode root) {
        Deque<Level> open = new ArrayDeque<>(List.of(new Level(root, 1)));
        while (!open.isEmpty()) {
            Level level = open.removeLast();
            if (level.height() > MOST) {
                return true;
            }
            children(level.node()).forEach(child -> open.add(new Level(child, level.height() + 1)));
        }
        return false;
    }

    private static Stream<AstNode> children(AstNode node) {
        return switch (node) {
            case AstNode.Literal _, AstNode.Name _ -> Stream.empty();
            case AstNode.Field field -> Stream.of(field.of());
            case AstNode.Call call -> call.arguments().stream();
            case AstNode.ListOf list -> list.items().stream();
            case AstNode.MapOf map -> Stream.concat(map.keys().stream(), map.values().stream());
            case AstNode.Choice choice -> Stream.of(choice.condition(), choice.yes(), choice.no());
            case AstNode.Comprehension loop -> Stream.of(loop.range(), loop.filter(), loop.body());
            case AstNode.Bind bind -> Stream.of(bind.value(), bind.body());
        };
    }
}
