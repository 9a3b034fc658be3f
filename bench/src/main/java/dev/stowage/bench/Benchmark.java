package dev.stowage.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// One comparison. Subjects take turns round by round, so that a busy moment of the machine hits all of them.
public interface Benchmark {

    String name();

    /// What is measured and beside whom, one line.
    String summary();

    /// @param home the project's folder, where `./stowage` lies
    /// @param progress told what is being done, for whoever waits
    List<Row> run(Path home, Consumer<String> progress) throws Exception;
}
