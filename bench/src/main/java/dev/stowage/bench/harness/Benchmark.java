package dev.stowage.bench.harness;

import java.util.List;

/// One comparison. Subjects take turns round by round, so that a busy moment of the machine hits all of them.
public interface Benchmark {

    String name();

    /// One line: what is measured, and compared with what.
    String summary();

    /// Whether it takes so long that it runs only when it is named.
    default boolean isLong() {
        return false;
    }

    List<ResultRow> run(BenchmarkContext context) throws Exception;
}
