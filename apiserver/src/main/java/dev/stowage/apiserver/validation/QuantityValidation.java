package dev.stowage.apiserver.validation;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.k8s.Quantity;
import java.math.BigDecimal;

/// Amounts such as `10Gi` and `100m`.
public final class QuantityValidation {
    private QuantityValidation() {}

    /// The amount of a quantity; zero for an invalid one, because decoding has already rejected it.
    public static BigDecimal amount(JsonNode quantity) {
        if (quantity.isNumber()) {
            return quantity.decimalValue();
        }
        try {
            return Quantity.parse(quantity.asText("")).amount();
        } catch (IllegalArgumentException _) {
            return BigDecimal.ZERO;
        }
    }

    public static void notNegative(JsonNode quantity, String field, FieldErrors fieldErrors) {
        if (amount(quantity).signum() < 0) {
            fieldErrors.invalid(field, quoted(quantity.asText()), "must be greater than or equal to 0");
        }
    }

    public static void positive(JsonNode quantity, String field, FieldErrors fieldErrors) {
        if (amount(quantity).signum() <= 0) {
            fieldErrors.invalid(field, quoted(quantity.asText()), "must be greater than zero");
        }
    }

    /// For resources that are counted in integers.
    public static boolean isWhole(JsonNode quantity) {
        return amount(quantity).stripTrailingZeros().scale() <= 0;
    }
}
