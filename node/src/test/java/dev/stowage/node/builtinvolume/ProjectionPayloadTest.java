package dev.stowage.node.builtinvolume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectionPayloadTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''          | invalid path: must not be empty: ""
            /etc/passwd | invalid path: must be relative path: /etc/passwd
            ..          | invalid path: must not contain '..': ..
            ../a        | invalid path: must not contain '..': ../a
            a/../../b   | invalid path: must not contain '..': a/../../b
            ..data      | invalid path: must not start with '..': ..data
            ..data/a    | invalid path: must not start with '..': ..data/a
            .           | invalid path: must name a file in the volume: .
            ./..data    | invalid path: must name a file in the volume: ./..data
            """)
    void aPathThatLeadsOutOrHidesIsRefused(String path, String message) {
        assertThatThrownBy(() -> new ProjectionPayload().put(path, ProjectedFile.of("x", 0644)))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
    }

    @Test
    void longNamesAreRefused() {
        assertThatThrownBy(() -> new ProjectionPayload().put("a".repeat(256), ProjectedFile.of("x", 0644)))
                .hasMessage("invalid path: filenames must be less than or equal to 255 characters");
        assertThatThrownBy(() -> new ProjectionPayload().put("a/".repeat(2049), ProjectedFile.of("x", 0644)))
                .hasMessage("invalid path: must be less than or equal to 4096 characters");
    }

    @Test
    void pathsAreKeptClean() throws Exception {
        ProjectionPayload payload = new ProjectionPayload();
        payload.put("a//b/./c", ProjectedFile.of("x", 0644));

        assertThat(payload.files()).containsOnlyKeys("a/b/c");
    }
}
