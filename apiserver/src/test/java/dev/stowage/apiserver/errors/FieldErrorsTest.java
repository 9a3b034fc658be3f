package dev.stowage.apiserver.errors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FieldErrorsTest {

    /// A list of a million items can have as many errors.
    @Test
    void theNumberOfErrorsIsLimited() {
        FieldErrors some = new FieldErrors();
        FieldErrors others = new FieldErrors();
        for (int i = 0; i < 5_000; i++) {
            others.required("list[" + i + "]", "");
        }
        some.required("name", "");
        some.addAll(others);
        some.addAll(others);

        assertThat(others.causes()).hasSize(1_000);
        assertThat(some.causes()).hasSize(1_000);
        assertThat(some.summary()).startsWith("[name: Required value, list[0]: Required value");
    }

    @Test
    void aLongKeyIsShortened() {
        assertThat(FieldErrors.shortened("x".repeat(400))).hasSize(400);
        assertThat(FieldErrors.shortened("x".repeat(50_000))).hasSize(403).endsWith("x...");
    }
}
