package dev.stowage.cel;

import dev.stowage.cel.AstNode.Macro;
import dev.stowage.cel.CelType.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds the type of an expression and reports type errors.
final class TypeChecker {
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

    /// Of lists in lists: variables can build on each other, and comparing two types recurses into them.
    private static final int DEEPEST = 300;

    private final String text;
    private final Set<String> free = new HashSet<>();

    TypeChecker(String text) {
        this.text = text;
    }

    boolean uses(String name) {
        return free.contains(name);
    }

    CelType check(AstNode astNode, Scope<CelType> scope) throws InvalidExpressionException {
        CelType celType = typeOf(astNode, scope);
        if (celType.depth() > DEEPEST) {
            throw problem("type nests too deeply", astNode);
        }
        return celType;
    }

    private CelType typeOf(AstNode astNode, Scope<CelType> scope) throws InvalidExpressionException {
        return switch (astNode) {
            case AstNode.Literal literal -> literal.celType();
            case AstNode.Name name -> name(name, scope);
            case AstNode.Field field -> field(field, check(field.of(), scope));
            case AstNode.Call call -> call(call, scope);
            case AstNode.ListOf list -> CelType.list(common(all(list.items(), scope)));
            case AstNode.MapOf map -> {
                all(map.keys(), scope);
                yield CelType.map(common(all(map.values(), scope)));
            }
            case AstNode.Choice choice -> choice(choice, scope);
            case AstNode.Comprehension comprehension -> loop(comprehension, scope);
            case AstNode.Bind bind -> check(bind.body(), scope.with(bind.variable(), check(bind.value(), scope)));
        };
    }

    private CelType name(AstNode.Name name, Scope<CelType> scope) throws InvalidExpressionException {
        var found = scope.find(name.name());
        if (found.isPresent()) {
            free.add(name.name());
            return found.get();
        }
        if (TYPES.containsKey(name.name())) {
            return CelType.of(Kind.TYPE);
        }
        throw problem("undeclared reference to '%s' (in container '')".formatted(name.name()), name);
    }

    private CelType field(AstNode.Field field, CelType of) throws InvalidExpressionException {
        CelType found = switch (of.kind()) {
            case ANY -> CelType.ANY;
            case MAP -> of.item();
            case OBJECT -> {
                CelType celType = of.fields().get(FieldNameEscaping.plain(field.name()));
                if (celType == null) {
                    throw problem("undefined field '%s'".formatted(field.name()), field);
                }
                yield celType;
            }
            default -> throw problem("type '%s' does not support field selection".formatted(of.word()), field);
        };
        return field.test() ? CelType.BOOLEAN : found;
    }

    private List<CelType> all(List<AstNode> nodes, Scope<CelType> scope) throws InvalidExpressionException {
        List<CelType> shapes = new ArrayList<>(nodes.size());
        for (AstNode astNode : nodes) {
            shapes.add(check(astNode, scope));
        }
        return shapes;
    }

    private static CelType common(List<CelType> shapes) {
        if (shapes.isEmpty()) {
            return CelType.ANY;
        }
        CelType first = shapes.getFirst();
        return shapes.stream().allMatch(celType -> celType.kind() == first.kind()) ? first : CelType.ANY;
    }

    private CelType call(AstNode.Call call, Scope<CelType> scope) throws InvalidExpressionException {
        List<CelType> arguments = all(call.arguments(), scope);
        if (call.function().equals("_&&_") || call.function().equals("_||_")) {
            for (CelType argument : arguments) {
                if (!argument.fits(CelType.BOOLEAN)) {
                    throw overload(call, arguments);
                }
            }
            return CelType.BOOLEAN;
        }
        List<FunctionOverload> functions = FunctionLibrary.named(call.function(), call.receiver());
        if (functions.isEmpty()) {
            throw problem("undeclared reference to '%s' (in container '')".formatted(call.function()), call);
        }
        if (SAME_TYPES.contains(call.function()) && !comparable(arguments.get(0), arguments.get(1))) {
            throw overload(call, arguments);
        }
        List<FunctionOverload> fitting = functions.stream()
                .filter(functionOverload -> functionOverload.takes(arguments))
                .toList();
        if (fitting.isEmpty()) {
            throw overload(call, arguments);
        }
        return common(fitting.stream()
                .map(functionOverload -> functionOverload.result().of(arguments))
                .toList());
    }

    private static boolean comparable(CelType one, CelType other) {
        boolean numbers = one.isNumeric() && other.isNumeric();
        boolean empty = one.kind() == Kind.NULL || other.kind() == Kind.NULL;
        return numbers || empty || one.fits(other);
    }

    private CelType choice(AstNode.Choice choice, Scope<CelType> scope) throws InvalidExpressionException {
        CelType condition = check(choice.condition(), scope);
        CelType yes = check(choice.yes(), scope);
        CelType no = check(choice.no(), scope);
        if (!condition.fits(CelType.BOOLEAN) || !yes.fits(no)) {
            throw problem(
                    "found no matching overload for '_?_:_' applied to '(%s, %s, %s)'"
                            .formatted(condition.word(), yes.word(), no.word()),
                    choice);
        }
        return yes.kind() == Kind.ANY ? no : yes;
    }

    private CelType loop(AstNode.Comprehension comprehension, Scope<CelType> scope) throws InvalidExpressionException {
        CelType range = check(comprehension.range(), scope);
        CelType item = switch (range.kind()) {
            case ANY -> CelType.ANY;
            case LIST -> range.item();
            case MAP -> CelType.TEXT;
            default ->
                throw problem(
                        "expression of type '%s' cannot be range of a comprehension (must be list, map, or dynamic)"
                                .formatted(range.word()),
                        comprehension.range());
        };
        Scope<CelType> inner = scope.with(comprehension.variable(), item);
        CelType filter = check(comprehension.filter(), inner);
        CelType body = check(comprehension.body(), inner);
        CelType condition = comprehension.macro() == Macro.MAP ? filter : body;
        if (!condition.fits(CelType.BOOLEAN)) {
            throw problem("expected type 'bool' but found '%s'".formatted(condition.word()), comprehension);
        }
        return switch (comprehension.macro()) {
            case ALL, EXISTS, EXISTS_ONE -> CelType.BOOLEAN;
            case FILTER -> CelType.list(item);
            case MAP -> CelType.list(body);
        };
    }

    private InvalidExpressionException overload(AstNode.Call call, List<CelType> arguments) {
        List<CelType> shown = call.receiver() ? arguments.subList(1, arguments.size()) : arguments;
        String list = shown.stream().map(CelType::word).collect(Collectors.joining(", ", "(", ")"));
        String applied = call.receiver() ? arguments.getFirst().word() + "." + list : list;
        return problem("found no matching overload for '%s' applied to '%s'".formatted(call.function(), applied), call);
    }

    private InvalidExpressionException problem(String problem, AstNode astNode) {
        return new InvalidExpressionException(problem, text, astNode.at());
    }
}
