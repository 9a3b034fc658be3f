package dev.stowage.cel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Evaluates an expression.
final class CelEvaluator {
    private final CostMeter costMeter;

    CelEvaluator(CostMeter costMeter) {
        this.costMeter = costMeter;
    }

    Object value(AstNode astNode, Scope<Object> scope) throws EvaluationException {
        costMeter.take(1);
        return switch (astNode) {
            case AstNode.Literal literal -> literal.value();
            case AstNode.Name name ->
                scope.find(name.name()).orElseGet(() -> TypeChecker.TYPES.getOrDefault(name.name(), CelType.Kind.ANY));
            case AstNode.Field field -> field(field, value(field.of(), scope));
            case AstNode.Call call -> call(call, scope);
            case AstNode.ListOf list -> values(list.items(), scope);
            case AstNode.MapOf map -> map(map, scope);
            case AstNode.Choice choice ->
                flag(value(choice.condition(), scope)) ? value(choice.yes(), scope) : value(choice.no(), scope);
            case AstNode.Comprehension comprehension -> new MacroEvaluator(this, costMeter).value(comprehension, scope);
            case AstNode.Bind bind -> value(bind.body(), scope.with(bind.variable(), value(bind.value(), scope)));
        };
    }

    private static Object field(AstNode.Field field, Object of) throws EvaluationException {
        if (!(of instanceof Map<?, ?> map)) {
            throw new EvaluationException("no such overload");
        }
        if (field.test()) {
            return map.containsKey(field.name());
        }
        Object value = map.get(field.name());
        if (value == null) {
            throw new EvaluationException("no such key: " + field.name());
        }
        return value;
    }

    private List<Object> values(List<AstNode> nodes, Scope<Object> scope) throws EvaluationException {
        List<Object> values = new ArrayList<>(nodes.size());
        for (AstNode astNode : nodes) {
            values.add(value(astNode, scope));
        }
        return values;
    }

    private Object map(AstNode.MapOf node, Scope<Object> scope) throws EvaluationException {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < node.keys().size(); i++) {
            Object key = MapKeys.require(value(node.keys().get(i), scope), costMeter);
            map.put(key, value(node.values().get(i), scope));
        }
        return map;
    }

    private Object call(AstNode.Call call, Scope<Object> scope) throws EvaluationException {
        return switch (call.function()) {
            case "_&&_" -> both(call.arguments(), scope, false);
            case "_||_" -> both(call.arguments(), scope, true);
            default ->
                FunctionLibrary.call(call.function(), call.receiver(), values(call.arguments(), scope), costMeter);
        };
    }

    /// One side can decide alone, even if the other fails.
    private boolean both(List<AstNode> sides, Scope<Object> scope, boolean decisive) throws EvaluationException {
        boolean first;
        try {
            first = flag(value(sides.get(0), scope));
        } catch (EvaluationException e) {
            if (costMeter.left() >= 0 && decides(sides.get(1), scope, decisive)) {
                return decisive;
            }
            throw e;
        }
        return first == decisive ? decisive : flag(value(sides.get(1), scope));
    }

    private boolean decides(AstNode side, Scope<Object> scope, boolean decisive) throws EvaluationException {
        try {
            return flag(value(side, scope)) == decisive;
        } catch (EvaluationException e) {
            if (costMeter.left() < 0) {
                throw e;
            }
            return false;
        }
    }

    static boolean flag(Object value) throws EvaluationException {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw new EvaluationException("no such overload");
    }
}
