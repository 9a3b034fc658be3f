package dev.stowage.apiserver.cel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.cel.Values.Maybe;

/// An expression about a value, `self`, and what it was before, `oldSelf`. Safe for many threads.
public final class Expression {
    private final Node root;
    private final Shape self;
    private final boolean usesOld;
    private final boolean optionalOld;

    private Expression(Node root, Shape self, boolean usesOld, boolean optionalOld) {
        this.root = root;
        this.self = self;
        this.usesOld = usesOld;
        this.optionalOld = optionalOld;
    }

    /// @param optionalOld whether `oldSelf` may be missing, and is asked for its value
    /// @param result what the expression has to be, [Shape#BOOLEAN] or [Shape#TEXT]
    public static Expression compile(String text, Shape self, boolean optionalOld, Shape result)
            throws InvalidExpressionException {
        Node root = Parser.parse(text);
        Checker checker = new Checker(text);
        Shape old = optionalOld ? Shape.optional(self) : self;
        Shape found = checker.check(root, Scope.of("self", self).with("oldSelf", old));
        if (!found.fits(result)) {
            throw InvalidExpressionException.ofType(result);
        }
        return new Expression(root, self, checker.uses("oldSelf"), optionalOld);
    }

    public boolean usesOld() {
        return usesOld;
    }

    /// @param old what the value was before; a missing node when there was none
    public boolean isTrue(JsonNode value, JsonNode old, Meter meter) throws EvaluationException {
        return Evaluator.flag(evaluate(value, old, meter));
    }

    public String text(JsonNode value, JsonNode old, Meter meter) throws EvaluationException {
        return Conversions.text(evaluate(value, old, meter), meter);
    }

    private Object evaluate(JsonNode value, JsonNode old, Meter meter) throws EvaluationException {
        Object before = Values.of(old, self);
        if (optionalOld) {
            before = old.isMissingNode() ? Maybe.NONE : Maybe.of(before);
        }
        return new Evaluator(meter)
                .value(root, Scope.of("self", Values.of(value, self)).with("oldSelf", before));
    }
}
