package dev.stowage.apiserver.schema;

import java.util.Optional;

/// What to do with unknown and duplicate fields.
public enum FieldValidation {
    IGNORE("Ignore"),
    WARN("Warn"),
    STRICT("Strict");

    private final String word;

    FieldValidation(String word) {
        this.word = word;
    }

    /// @param word the parameter of a request; empty stands for the default
    public static Optional<FieldValidation> find(String word) {
        if (word.isEmpty()) {
            return Optional.of(WARN);
        }
        for (FieldValidation validation : values()) {
            if (validation.word.equals(word)) {
                return Optional.of(validation);
            }
        }
        return Optional.empty();
    }

    public String word() {
        return word;
    }
}
