package dev.stowage.cel;

/// The keys that maps can have.
final class MapKeys {
    private MapKeys() {}

    /// The hash code of a list would read all of it, and an expression can build one that is larger than any memory.
    ///
    /// @throws EvaluationException for anything but a boolean, a number or a text
    static Object require(Object key, CostMeter costMeter) throws EvaluationException {
        return switch (key) {
            case Boolean _, Long _, Double _ -> key;
            case String text -> {
                costMeter.text(text.length());
                yield text;
            }
            default ->
                throw new EvaluationException("unsupported key type: "
                        + CelType.of(CelValues.kind(key)).word());
        };
    }
}
