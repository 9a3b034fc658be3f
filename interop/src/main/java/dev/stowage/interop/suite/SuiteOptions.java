package dev.stowage.interop.suite;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Options from the command line, other than the names of suites.
///
/// @param quick only the selection that runs on every change
/// @param peers a directory with upstream programs that are not available as Go modules
/// @param rewrite whether stored texts are rewritten instead of compared
/// @param only parts of suites that are run, by their names; all when empty
/// @param e2e options of the suite `e2e`
public record SuiteOptions(boolean quick, Optional<Path> peers, boolean rewrite, List<String> only, E2eOptions e2e) {

    public static final SuiteOptions NONE = quick(false);

    public static SuiteOptions quick(boolean quick) {
        return new SuiteOptions(quick, Optional.empty(), false, List.of(), E2eOptions.ALL);
    }

    /// @param focus a regular expression that the names of specs have to match
    /// @param ownControllers whether our volume controllers replace those of Kubernetes
    /// @param chart whether images and chart are deployed instead of processes on the host
    public record E2eOptions(Optional<String> focus, boolean ownControllers, boolean chart) {
        public static final E2eOptions ALL = new E2eOptions(Optional.empty(), false, true);
    }
}
