package dev.stowage.apiserver.cel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Evaluates macros.
final class Loops {
    private final Evaluator evaluator;
    private final Meter meter;

    Loops(Evaluator evaluator, Meter meter) {
        this.evaluator = evaluator;
        this.meter = meter;
    }

    Object value(Node.Loop loop, Scope<Object> scope) throws EvaluationException {
        Iterable<?> range = switch (evaluator.value(loop.range(), scope)) {
            case List<?> list -> list;
            case Map<?, ?> map -> map.keySet();
            default -> throw new EvaluationException("no such overload");
        };
        return switch (loop.macro()) {
            case ALL -> search(loop, range, scope, false);
            case EXISTS -> search(loop, range, scope, true);
            case EXISTS_ONE -> filter(loop, range, scope).size() == 1;
            case FILTER -> filter(loop, range, scope);
            case MAP -> map(loop, range, scope);
        };
    }

    /// Whether an item has the decisive value. It counts even when other items have none.
    private boolean search(Node.Loop loop, Iterable<?> range, Scope<Object> scope, boolean decisive)
            throws EvaluationException {
        Optional<EvaluationException> trouble = Optional.empty();
        for (Object item : range) {
            try {
                if (holds(loop.body(), loop, item, scope) == decisive) {
                    return decisive;
                }
            } catch (EvaluationException e) {
                if (meter.left() < 0) {
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

    private List<Object> filter(Node.Loop loop, Iterable<?> range, Scope<Object> scope) throws EvaluationException {
        List<Object> kept = new ArrayList<>();
        for (Object item : range) {
            if (holds(loop.body(), loop, item, scope)) {
                kept.add(item);
            }
        }
        return kept;
    }

    private List<Object> map(Node.Loop loop, Iterable<?> range, Scope<Object> scope) throws EvaluationException {
        List<Object> mapped = new ArrayList<>();
        for (Object item : range) {
            if (holds(loop.filter(), loop, item, scope)) {
                mapped.add(evaluator.value(loop.body(), scope.with(loop.variable(), item)));
            }
        }
        return mapped;
    }

    private boolean holds(Node condition, Node.Loop loop, Object item, Scope<Object> scope) throws EvaluationException {
        return Evaluator.flag(evaluator.value(condition, scope.with(loop.variable(), item)));
    }
}
