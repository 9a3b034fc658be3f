package dev.stowage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureTextTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new NoSuchFileException("/a/b"), "/a/b: no such file or directory"),
                Arguments.of(new AccessDeniedException("/a/b"), "/a/b: permission denied"),
                Arguments.of(
                        new FileSystemException("/a/b", null, "No space left on device"),
                        "/a/b: No space left on device"),
                Arguments.of(new IOException("cannot listen on :1"), "cannot listen on :1"),
                Arguments.of(new IOException(), "java.io.IOException"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void saysWhatIsWrongWithAFile(Exception failure, String text) {
        assertThat(FailureText.of(failure)).isEqualTo(text);
    }
}
