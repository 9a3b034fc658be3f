package dev.stowage.apiserver.cel;

import dev.stowage.apiserver.cel.Node.Macro;
import dev.stowage.apiserver.cel.Shape.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds the type of an expression, and what in it cannot be.
final class Checker {
    private static final Set<String> SAME_TYPES = Set.of("_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_");
    static final Map<String, Kind> TYPES = Map.of(
            "bool", Kind.BOOLEAN,
            "int", Kind.INTEGER,
            "double", Kind.NUMBER,
            "string", Kind.TEXT,
            "bytes", Kind.BYTES,
            "list", Kind.LIST,
            "map", Kind.MAP,
            "null_type", Kind.NULL);

    private final String text;
    private final Set<String> free = new HashSet<>();

    Checker(String text) {
        this.text = text;
    }

    boolean uses(String name) {
        return free.contains(name);
    }

    Shape check(Node node, Scope<Shape> scope) throws InvalidExpressionException {
        return switch (node) {
            case Node.Literal literal -> literal.shape();
            case Node.Name name -> name(name, scope);
            case Node.Field field -> field(field, check(field.of(), scope));
            case Node.Call call -> call(call, scope);
            case Node.ListOf list -> Shape.list(common(all(list.items(), scope)));
            case Node.MapOf map -> {
                all(map.keys(), scope);
                yield Shape.map(common(all(map.values(), scope)));
            }
            case Node.Choice choice -> choice(choice, scope);
            case Node.Loop loop -> loop(loop, scope);
            case Node.Bind bind -> check(bind.body(), scope.with(bind.variable(), check(bind.value(), scope)));
        };
    }

    private Shape name(Node.Name name, Scope<Shape> scope) throws InvalidExpressionException {
        var found = scope.find(name.name());
        if (found.isPresent()) {
            free.add(name.name());
            return found.get();
        }
        if (TYPES.containsKey(name.name())) {
            return Shape.of(Kind.TYPE);
        }
        throw problem("undeclared reference to '%s' (in container '')".formatted(name.name()), name);
    }

    private Shape field(Node.Field field, Shape of) throws InvalidExpressionException {
        Shape found = switch (of.kind()) {
            case ANY -> Shape.ANY;
            case MAP -> of.item();
            case OBJECT -> {
                Shape shape = of.fields().get(FieldNames.plain(field.name()));
                if (shape == null) {
                    throw problem("undefined field '%s'".formatted(field.name()), field);
                }
                yield shape;
            }
            default -> throw problem("type '%s' does not support field selection".formatted(of.word()), field);
        };
        return field.test() ? Shape.BOOLEAN : found;
    }

    private List<Shape> all(List<Node> nodes, Scope<Shape> scope) throws InvalidExpressionException {
        List<Shape> shapes = new ArrayList<>(nodes.size());
        for (Node node : nodes) {
            shapes.add(check(node, scope));
        }
        return shapes;
    }

    private static Shape common(List<Shape> shapes) {
        if (shapes.isEmpty()) {
            return Shape.ANY;
        }
        Shape first = shapes.getFirst();
        return shapes.stream().allMatch(shape -> shape.kind() == first.kind()) ? first : Shape.ANY;
    }

    private Shape call(Node.Call call, Scope<Shape> scope) throws InvalidExpressionException {
        List<Shape> arguments = all(call.arguments(), scope);
        if (call.function().equals("_&&_") || call.function().equals("_||_")) {
            for (Shape argument : arguments) {
                if (!argument.fits(Shape.BOOLEAN)) {
                    throw overload(call, arguments);
                }
            }
            return Shape.BOOLEAN;
        }
        List<Function> functions = Library.named(call.function(), call.receiver());
        if (functions.isEmpty()) {
            throw problem("undeclared reference to '%s' (in container '')".formatted(call.function()), call);
        }
        if (SAME_TYPES.contains(call.function()) && !comparable(arguments.get(0), arguments.get(1))) {
            throw overload(call, arguments);
        }
        List<Function> fitting =
                functions.stream().filter(function -> function.takes(arguments)).toList();
        if (fitting.isEmpty()) {
            throw overload(call, arguments);
        }
        return common(fitting.stream()
                .map(function -> function.result().of(arguments))
                .toList());
    }

    private static boolean comparable(Shape one, Shape other) {
        boolean numbers = one.isNumeric() && other.isNumeric();
        boolean empty = one.kind() == Kind.NULL || other.kind() == Kind.NULL;
        return numbers || empty || one.fits(other);
    }

    private Shape choice(Node.Choice choice, Scope<Shape> scope) throws InvalidExpressionException {
        Shape condition = check(choice.condition(), scope);
        Shape yes = check(choice.yes(), scope);
        Shape no = check(choice.no(), scope);
        if (!condition.fits(Shape.BOOLEAN) || !yes.fits(no)) {
            throw problem(
                    "found no matching overload for '_?_:_' applied to '(%s, %s, %s)'"
                            .formatted(condition.word(), yes.word(), no.word()),
                    choice);
        }
        return yes.kind() == Kind.ANY ? no : yes;
    }

    private Shape loop(Node.Loop loop, Scope<Shape> scope) throws InvalidExpressionException {
        Shape range = check(loop.range(), scope);
        Shape item = switch (range.kind()) {
            case ANY -> Shape.ANY;
            case LIST -> range.item();
            case MAP -> Shape.TEXT;
            default ->
                throw problem(
                        "expression of type '%s' cannot be range of a comprehension (must be list, map, or dynamic)"
                                .formatted(range.word()),
                        loop.range());
        };
        Scope<Shape> inner = scope.with(loop.variable(), item);
        Shape filter = check(loop.filter(), inner);
        Shape body = check(loop.body(), inner);
        Shape condition = loop.macro() == Macro.MAP ? filter : body;
        if (!condition.fits(Shape.BOOLEAN)) {
            throw problem("expected type 'bool' but found '%s'".formatted(condition.word()), loop);
        }
        return switch (loop.macro()) {
            case ALL, EXISTS, EXISTS_ONE -> Shape.BOOLEAN;
            case FILTER -> Shape.list(item);
            case MAP -> Shape.list(body);
        };
    }

    private InvalidExpressionException overload(Node.Call call, List<Shape> arguments) {
        List<Shape> shown = call.receiver() ? arguments.subList(1, arguments.size()) : arguments;
        String list = shown.stream().map(Shape::word).collect(Collectors.joining(", ", "(", ")"));
        String applied = call.receiver() ? arguments.getFirst().word() + "." + list : list;
        return problem("found no matching overload for '%s' applied to '%s'".formatted(call.function(), applied), call);
    }

    private InvalidExpressionException problem(String problem, Node node) {
        return new InvalidExpressionException(problem, text, node.at());
    }
}
