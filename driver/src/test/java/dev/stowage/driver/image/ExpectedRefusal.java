package dev.stowage.driver.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// What a refused call must look like.
final class ExpectedRefusal {

    private ExpectedRefusal() {}

    static AbstractThrowableAssert<?, ? extends Throwable> with(CsiCode code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    static void io(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IOException.class);
    }
}
