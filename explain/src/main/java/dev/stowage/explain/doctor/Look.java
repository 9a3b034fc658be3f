package dev.stowage.explain.doctor;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What somebody saw, or why not. A check that could not look says so: silence would pass for health.
public sealed interface Look<T> {

    record Seen<T>(T what) implements Look<T> {}

    record Unseen<T>(String why) implements Look<T> {}

    static <T> Look<T> seen(T what) {
        return new Seen<>(what);
    }

    static <T> Look<T> unseen(String why) {
        return new Unseen<>(why);
    }

    default Optional<T> found() {
        return switch (this) {
            case Seen<T> seen -> Optional.of(seen.what());
            case Unseen<T> _ -> Optional.empty();
        };
    }

    /// @param name of the check, for when there is nothing to judge
    default List<Check> judge(String name, Function<T, List<Check>> checks) {
        return switch (this) {
            case Seen<T> seen -> checks.apply(seen.what());
            case Unseen<T> unseen ->
                List.of(Check.warn(
                        name,
                        "It could not be looked at: " + unseen.why() + ".",
                        "If that was refused: run it as root."));
        };
    }
}
