package dev.stowage.interop.sidecar;

import dev.stowage.interop.judge.BuiltJudges;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.StowageProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Whose sidecars are on the stage.
sealed interface Cast {

    String name();

    /// The command line before the flags; nothing when the program is not there.
    Optional<List<String>> argv(Component component);

    default boolean has(Component component) {
        return argv(component).isPresent();
    }

    /// Flags with which nothing is written beyond what upstream writes.
    default List<String> plain(Component component) {
        return List.of();
    }

    /// Ours, under the upstream names and with the upstream flags.
    record Ours() implements Cast {
        @Override
        public String name() {
            return "ours";
        }

        @Override
        public Optional<List<String>> argv(Component component) {
            return Optional.of(StowageProgram.argv(List.of(component.program())));
        }

        @Override
        public List<String> plain(Component component) {
            return component == Component.PROVISIONER || component == Component.TOGETHER
                    ? List.of("--provision-intent=false")
                    : List.of();
        }
    }

    /// Theirs: the snapshotter from its Go module, the others from a folder that the user brings.
    record Theirs(Optional<Path> folder, BuiltJudges judges) implements Cast {
        @Override
        public String name() {
            return "go";
        }

        @Override
        public Optional<List<String>> argv(Component component) {
            Stream<Path> built = component == Component.SNAPSHOTTER
                    ? Stream.of(judges.path(Judge.CSI_SNAPSHOTTER)).map(Path::of)
                    : Stream.empty();
            Stream<Path> brought = folder.stream().map(each -> each.resolve(component.program()));
            return Stream.concat(built, brought)
                    .filter(Files::isExecutable)
                    .findFirst()
                    .map(program -> List.of(program.toString()));
        }
    }
}
