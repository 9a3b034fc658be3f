package dev.stowage.cel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Evaluates macros.
final class MacroEvaluator {
    private final CelEvaluator celEvaluator;
    private final CostMeter costMeter;

    MacroEvaluator(CelEvaluator celEvaluator, CostMeter costMeter) {
        this.celEvaluator = celEvaluator;
        this.costMeter = costMeter;
    }

    Object value(AstNode.Comprehension comprehension, Scope<Object> scope) throws EvaluationException {
        Iterable<?> range = switch (celEvaluator.value(comprehension.range(), scope)) {
            case List<?> list -> list;
            case Map<?, ?> map -> map.keySet();
            default -> throw new EvaluationException("no such overload");
        };
        return switch (comprehension.macro()) {
            case ALL -> search(comprehension, range, scope, false);
            case EXISTS -> search(comprehension, range, scope, true);
            case EXISTS_ONE -> filter(comprehension, range, scope).size() == 1;
            case FILTER -> filter(comprehension, range, scope);
            case MAP -> map(comprehension, range, scope);
        };
    }

    /// Whether an item has the decisive value. It counts even if other items fail.
    private boolean search(
            AstNode.Comprehension comprehension, Iterable<?> range, Scope<Object> scope, boolean decisive)
            throws EvaluationException {
        Optional<EvaluationException> trouble = Optional.empty();
        for (Object item : range) {
            try {
                if (holds(comprehension.body(), comprehension, item, scope) == decisive) {
                    return decisive;
                }
            } catch (EvaluationException e) {
                if (costMeter.left() < 0) {
                    throw e;
                }
                trouble = trouble.or(() -> Optional.of(e));
            }
        }
        if (trouble.isPresent()) {
            throw trouble.get();
        }
        return !decisive;
    }

    private List<Object> filter(AstNode.Comprehension comprehension, Iterable<?> range, Scope<Object> scope)
            throws EvaluationException {
        List<Object> kept = new ArrayList<>();
        for (Object item : range) {
            if (holds(comprehension.body(), comprehension, item, scope)) {
                kept.add(item);
            }
        }
        return kept;
    }

    private List<Object> map(AstNode.Comprehension comprehension, Iterable<?> range, Scope<Object> scope)
            throws EvaluationException {
        List<Object> mapped = new ArrayList<>();
        for (Object item : range) {
            if (holds(comprehension.filter(), comprehension, item, scope)) {
                mapped.add(celEvaluator.value(comprehension.body(), scope.with(comprehension.variable(), item)));
            }
        }
        return mapped;
    }

    private boolean holds(AstNode condition, AstNode.Comprehension comprehension, Object item, Scope<Object> scope)
            throws EvaluationException {
        return CelEvaluator.flag(celEvaluator.value(condition, scope.with(comprehension.variable(), item)));
    }
}
