package dev.stowage.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClassPathJarTest {
    private static final String LIST = """

            The following files have been resolved:
               io.grpc:grpc-api:jar:1.83.1:compile -- module io.grpc
               dev.stowage:stowage-cli:jar:0.1.0-SNAPSHOT:compile
               org.slf4j:slf4j-jdk14:jar:2.0.20:runtime
            """;
    private static final Map<String, Path> FILES = Map.of(
            "grpc-api-1.83.1.jar", Path.of("/x/grpc-api-1.83.1.jar"),
            "stowage-cli-0.1.0-SNAPSHOT.jar", Path.of("/x/stowage-cli-0.1.0-SNAPSHOT.jar"),
            "slf4j-jdk14-2.0.20.jar", Path.of("/x/slf4j-jdk14-2.0.20.jar"),
            "stowage-interop-0.1.0-SNAPSHOT.jar", Path.of("/x/stowage-interop-0.1.0-SNAPSHOT.jar"));

    @Test
    void jarsOfTheListAreFoundAndOthersLeftOut() throws IOException {
        assertThat(ClassPathJar.parse(LIST, FILES))
                .extracting(ClassPathJar::name)
                .containsExactly("grpc-api-1.83.1.jar", "slf4j-jdk14-2.0.20.jar", "stowage-cli-0.1.0-SNAPSHOT.jar");
        assertThat(ClassPathJar.parse(LIST, FILES).getFirst().group()).isEqualTo("io.grpc");
        assertThat(ClassPathJar.parse(LIST, FILES).getLast().isOurs()).isTrue();
    }

    @Test
    void aJarThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> ClassPathJar.parse(LIST, Map.of()))
                .hasMessageContaining("grpc-api-1.83.1.jar")
                .hasMessageContaining("./stowage");
    }
}
