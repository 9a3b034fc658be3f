package dev.stowage.interop.judge;

import java.nio.file.Path;
import java.util.Map;

/// The judges that were asked for, ready to run.
public record BuiltJudges(Map<Judge, Path> programs) {

    public BuiltJudges {
        programs = Map.copyOf(programs);
    }

    public String path(Judge judge) {
        Path program = programs.get(judge);
        if (program == null) {
            throw new IllegalStateException(judge + " was not asked for: the suite has to name it among its needs");
        }
        return program.toString();
    }
}
