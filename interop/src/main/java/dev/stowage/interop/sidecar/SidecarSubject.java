package dev.stowage.interop.sidecar;

import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.BuiltPrograms;
import dev.stowage.interop.reference.ReferenceProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Whose sidecars are tested.
sealed interface SidecarSubject {

    String name();

    /// The command line before the flags; empty when the program is missing.
    Optional<List<String>> argv(SidecarComponent sidecarComponent);

    default boolean has(SidecarComponent sidecarComponent) {
        return argv(sidecarComponent).isPresent();
    }

    /// Flags that disable all writes beyond upstream's.
    default List<String> plain(SidecarComponent sidecarComponent) {
        return List.of();
    }

    /// Ours, under the upstream names and with the upstream flags.
    record Stowage() implements SidecarSubject {
        @Override
        public String name() {
            return "ours";
        }

        @Override
        public Optional<List<String>> argv(SidecarComponent sidecarComponent) {
            return Optional.of(StowageProgram.argv(List.of(sidecarComponent.program())));
        }

        @Override
        public List<String> plain(SidecarComponent sidecarComponent) {
            return sidecarComponent == SidecarComponent.PROVISIONER || sidecarComponent == SidecarComponent.TOGETHER
                    ? List.of("--provision-intent=false")
                    : List.of();
        }
    }

    /// Upstream's: the snapshotter from its Go module, the others from a directory that the user provides.
    record Upstream(Optional<Path> folder, BuiltPrograms programs) implements SidecarSubject {
        @Override
        public String name() {
            return "go";
        }

        @Override
        public Optional<List<String>> argv(SidecarComponent sidecarComponent) {
            Stream<Path> built = sidecarComponent == SidecarComponent.SNAPSHOTTER
                    ? Stream.of(programs.path(ReferenceProgram.CSI_SNAPSHOTTER)).map(Path::of)
                    : Stream.empty();
            Stream<Path> brought = folder.stream().map(each -> each.resolve(sidecarComponent.program()));
            return Stream.concat(built, brought)
                    .filter(Files::isExecutable)
                    .findFirst()
                    .map(program -> List.of(program.toString()));
        }
    }
}
