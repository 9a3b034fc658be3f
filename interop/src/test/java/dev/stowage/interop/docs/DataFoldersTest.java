package dev.stowage.interop.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class DataFoldersTest {

    @Test
    void foldersThatADocumentNamesOutrightAreFoundOnce() {
        Walkthrough walkthrough = Walkthrough.in("a.md", """
                ```sh
                ./stowage up --detach --data /tmp/stowage-one --port 0
                ./stowage status --data /tmp/stowage-one
                ./stowage up --data "$work" --port 0
                ./stowage driver --data /tmp/other
                ```
                """, Walkthrough.HERE);
        assertThat(DataFolders.in(Path.of("/home"), walkthrough).folders())
                .containsExactly(Path.of("/tmp/stowage-one"));
    }
}
