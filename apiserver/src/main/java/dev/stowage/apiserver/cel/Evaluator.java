package dev.stowage.apiserver.cel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds the value of an expression.
final class Evaluator {
    private final Meter meter;

    Evaluator(Meter meter) {
        this.meter = meter;
    }

    Object value(Node node, Scope<Object> scope) throws EvaluationException {
        meter.take(1);
        return switch (node) {
            case Node.Literal literal -> literal.value();
            case Node.Name name ->
                scope.find(name.name()).orElseGet(() -> Checker.TYPES.getOrDefault(name.name(), Shape.Kind.ANY));
            case Node.Field field -> field(field, value(field.of(), scope));
            case Node.Call call -> call(call, scope);
            case Node.ListOf list -> values(list.items(), scope);
            case Node.MapOf map -> map(map, scope);
            case Node.Choice choice ->
                flag(value(choice.condition(), scope)) ? value(choice.yes(), scope) : value(choice.no(), scope);
            case Node.Loop loop -> new Loops(this, meter).value(loop, scope);
            case Node.Bind bind -> value(bind.body(), scope.with(bind.variable(), value(bind.value(), scope)));
        };
    }

    private static Object field(Node.Field field, Object of) throws EvaluationException {
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

    private List<Object> values(List<Node> nodes, Scope<Object> scope) throws EvaluationException {
        List<Object> values = new ArrayList<>(nodes.size());
        for (Node node : nodes) {
            values.add(value(node, scope));
        }
        return values;
    }

    private Object map(Node.MapOf node, Scope<Object> scope) throws EvaluationException {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < node.keys().size(); i++) {
            map.put(value(node.keys().get(i), scope), value(node.values().get(i), scope));
        }
        return map;
    }

    private Object call(Node.Call call, Scope<Object> scope) throws EvaluationException {
        return switch (call.function()) {
            case "_&&_" -> both(call.arguments(), scope, false);
            case "_||_" -> both(call.arguments(), scope, true);
            default -> Library.call(call.function(), call.receiver(), values(call.arguments(), scope), meter);
        };
    }

    /// One side can decide alone, even when the other has no value.
    private boolean both(List<Node> sides, Scope<Object> scope, boolean decisive) throws EvaluationException {
        boolean first;
        try {
            first = flag(value(sides.get(0), scope));
        } catch (EvaluationException e) {
            if (meter.left() >= 0 && decides(sides.get(1), scope, decisive)) {
                return decisive;
            }
            throw e;
        }
        return first == decisive ? decisive : flag(value(sides.get(1), scope));
    }

    private boolean decides(Node side, Scope<Object> scope, boolean decisive) throws EvaluationException {
        try {
            return flag(value(side, scope)) == decisive;
        } catch (EvaluationException e) {
            if (meter.left() < 0) {
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
