package dev.stowage.explain.doctor;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// An observed value, or why it could not be read. A check that could not run reports that, instead of passing.
public sealed interface Observation<T> {

    record Available<T>(T value) implements Observation<T> {}

    record Unavailable<T>(String why) implements Observation<T> {}

    static <T> Observation<T> available(T what) {
        return new Available<>(what);
    }

    static <T> Observation<T> unavailable(String why) {
        return new Unavailable<>(why);
    }

    default Optional<T> asOptional() {
        return switch (this) {
            case Available<T> available -> Optional.of(available.value());
            case Unavailable<T> _ -> Optional.empty();
        };
    }

    /// @param name of the check, for the case that the value could not be read
    default List<CheckResult> check(String name, Function<T, List<CheckResult>> checks) {
        return switch (this) {
            case Available<T> available -> checks.apply(available.value());
            case Unavailable<T> unavailable ->
                List.of(CheckResult.warn(
                        name, "Cannot check: " + unavailable.why() + ".", "If permission was denied, run it as root."));
        };
    }
}
