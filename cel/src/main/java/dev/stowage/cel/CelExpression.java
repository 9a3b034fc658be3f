package dev.stowage.cel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cel.CelValues.OptionalValue;

/// An expression about a value, `self`, and its old value, `oldSelf`. Safe for many threads.
public final class CelExpression {
    private final AstNode root;
    private final CelType self;
    private final boolean usesOld;
    private final boolean optionalOld;

    private CelExpression(AstNode root, CelType self, boolean usesOld, boolean optionalOld) {
        this.root = root;
        this.self = self;
        this.usesOld = usesOld;
        this.optionalOld = optionalOld;
    }

    /// @param optionalOld whether `oldSelf` is an optional value
    /// @param result the required type, [CelType#BOOLEAN] or [CelType#TEXT]
    public static CelExpression compile(String text, CelType self, boolean optionalOld, CelType result)
            throws InvalidExpressionException {
        AstNode root = Parser.parse(text);
        TypeChecker typeChecker = new TypeChecker(text);
        CelType old = optionalOld ? CelType.optional(self) : self;
        CelType found = typeChecker.check(root, Scope.of("self", self).with("oldSelf", old));
        if (!found.fits(result)) {
            throw InvalidExpressionException.ofType(result);
        }
        return new CelExpression(root, self, typeChecker.uses("oldSelf"), optionalOld);
    }

    public boolean usesOld() {
        return usesOld;
    }

    /// @param old the old value; a missing node if there is none
    public boolean isTrue(JsonNode value, JsonNode old, CostMeter costMeter) throws EvaluationException {
        return CelEvaluator.flag(evaluate(value, old, costMeter));
    }

    public String text(JsonNode value, JsonNode old, CostMeter costMeter) throws EvaluationException {
        return ConversionFunctions.text(evaluate(value, old, costMeter), costMeter);
    }

    private Object evaluate(JsonNode value, JsonNode old, CostMeter costMeter) throws EvaluationException {
        Object before = CelValues.of(old, self);
        if (optionalOld) {
            before = old.isMissingNode() ? OptionalValue.NONE : OptionalValue.of(before);
        }
        return new CelEvaluator(costMeter)
                .value(root, Scope.of("self", CelValues.of(value, self)).with("oldSelf", before));
    }
}
