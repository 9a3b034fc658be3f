package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;

/// The rules for numbers. Bounds of whole numbers are whole numbers.
final class NumberValidation {
    private NumberValidation() {}

    static boolean isWhole(JsonNode value) {
        double number = value.doubleValue();
        return number == Math.rint(number) && Math.abs(number) < 0x1p53;
    }

    static void check(JsonSchema schema, JsonNode value, String path, ValidationResult validationResult) {
        checkRange(schema, value, path, validationResult);
        ValueBounds valueBounds = schema.valueBounds();
        boolean whole = JsonValueText.type(value).equals("integer");
        String shown = JsonValueText.value(value);
        valueBounds.multipleOf().ifPresent(factor -> {
            if (!isMultiple(value, whole, factor)) {
                validationResult.invalid(path, shown, "should be a multiple of " + bound(whole, factor));
            }
        });
        valueBounds.minimum().ifPresent(minimum -> {
            int order = whole
                    ? Long.compare(value.longValue(), (long) minimum)
                    : Double.compare(value.doubleValue(), minimum);
            if (order < 0 || (order == 0 && valueBounds.aboveMinimum())) {
                String than =
                        valueBounds.aboveMinimum() ? "should be greater than " : "should be greater than or equal to ";
                validationResult.invalid(path, shown, than + bound(whole, minimum));
            }
        });
        valueBounds.maximum().ifPresent(maximum -> {
            int order = whole
                    ? Long.compare(value.longValue(), (long) maximum)
                    : Double.compare(value.doubleValue(), maximum);
            if (order > 0 || (order == 0 && valueBounds.belowMaximum())) {
                String than = valueBounds.belowMaximum() ? "should be less than " : "should be less than or equal to ";
                validationResult.invalid(path, shown, than + bound(whole, maximum));
            }
        });
    }

    /// Whether it fits into the type that the format names.
    private static void checkRange(JsonSchema schema, JsonNode value, String path, ValidationResult validationResult) {
        boolean fits = switch (schema.type()) {
            case "integer" -> schema.format().equals("int32") ? value.canConvertToInt() : value.canConvertToLong();
            case "number" -> !schema.format().equals("float") || Math.abs(value.doubleValue()) <= Float.MAX_VALUE;
            default -> true;
        };
        if (!fits) {
            String format = schema.format().isEmpty() ? "(default format)" : "with format " + schema.format();
            validationResult.combination(
                    "Checked value must be of type %s %s in %s".formatted(schema.type(), format, path));
        }
    }

    private static boolean isMultiple(JsonNode value, boolean whole, double factor) {
        if (whole) {
            long divisor = (long) factor;
            return divisor > 0 && value.longValue() % divisor == 0;
        }
        double quotient = factor < 1 ? 1 / factor * value.doubleValue() : value.doubleValue() / factor;
        return factor > 0 && Math.abs(quotient - Math.rint(quotient)) < 1e-9;
    }

    private static String bound(boolean whole, double bound) {
        return whole ? Long.toString((long) bound) : JsonValueText.number(bound);
    }
}
