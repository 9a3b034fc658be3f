package dev.stowage.interop.reference;

import java.nio.file.Path;
import java.util.Map;

/// The judges that were asked for, ready to run.
public record BuiltPrograms(Map<ReferenceProgram, Path> programs) {

    public BuiltPrograms {
        programs = Map.copyOf(programs);
    }

    public String path(ReferenceProgram referenceProgram) {
        Path program = programs.get(referenceProgram);
        if (program == null) {
            throw new IllegalStateException(
                    referenceProgram + " was not asked for: the suite has to name it among its needs");
        }
        return program.toString();
    }
}
