package dev.stowage.cli.collect;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CollectCommandTest {
    @TempDir
    private Path folder;

    @Test
    void aMissingDirectoryIsReportedBeforeTheClusterIsRead() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Path output = folder.resolve("missing/bundle.tar.gz");
        CollectCommand collect = new CollectCommand(nowhere, nowhere, Map.of("STOWAGE_LOG", "info"));
        assertThatThrownBy(() -> collect.run(List.of(
                        "--output",
                        output.toString(),
                        "--kubeconfig",
                        folder.resolve("none").toString())))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot write " + output + ": directory " + output.getParent()
                        + " does not exist (create it, or set another file with --output)");
    }
}
