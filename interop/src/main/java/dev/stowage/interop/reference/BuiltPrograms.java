package dev.stowage.interop.reference;

import java.nio.file.Path;
import java.util.Map;

/// The requested reference programs, ready to run.
public record BuiltPrograms(Map<ReferenceProgram, Path> programs) {

    public BuiltPrograms {
        programs = Map.copyOf(programs);
    }

    public String path(ReferenceProgram referenceProgram) {
        Path program = programs.get(referenceProgram);
        if (program == null) {
            throw new IllegalStateException(
                    referenceProgram + " was not requested: the suite must return it from programs()");
        }
        return program.toString();
    }
}
