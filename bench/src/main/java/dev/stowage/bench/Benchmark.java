package dev.stowage.bench;

import java.util.List;

/// One comparison. Subjects take turns round by round, so that a busy moment of the machine hits all of them.
public interface Benchmark {

    String name();

    /// What is measured and beside whom, one line.
    String summary();

    List<Row> run(Around around) throws Exception;
}
