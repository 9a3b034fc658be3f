package dev.stowage.cel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The variables of an expression; inner ones hide outer ones.
///
/// @param <T> a type, or a value
final class Scope<T> {
    private final String name;
    private final T value;
    private final @Nullable Scope<T> outer;

    private Scope(String name, T value, @Nullable Scope<T> outer) {
        this.name = name;
        this.value = value;
        this.outer = outer;
    }

    static <T> Scope<T> of(String name, T value) {
        return new Scope<>(name, value, null);
    }

    Scope<T> with(String inner, T meaning) {
        return new Scope<>(inner, meaning, this);
    }

    Optional<T> find(String wanted) {
        Scope<T> scope = this;
        while (scope != null) {
            if (scope.name.equals(wanted)) {
                return Optional.of(scope.value);
            }
            scope = scope.outer;
        }
        return Optional.empty();
    }
}
