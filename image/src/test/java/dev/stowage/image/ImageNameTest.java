package dev.stowage.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.Command;
import dev.stowage.sidecar.program.RoleName;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class ImageNameTest {

    @Test
    void everyProgramThatIsReplacedHasAnImageOfItsName() {
        assertThat(ImageName.ALL.stream().map(ImageName::name))
                .containsAll(Arrays.stream(RoleName.values())
                        .map(RoleName::program)
                        .filter(program -> !program.isEmpty())
                        .toList())
                .contains("stowage", "stowage-sidecar", "snapshot-controller");
    }

    @Test
    void theWordOfAnImageIsACommand() {
        List<String> commands = ServiceLoader.load(Command.class).stream()
                .map(command -> command.get().name())
                .toList();
        assertThat(ImageName.ALL.stream().map(ImageName::command).flatMap(Optional::stream))
                .isNotEmpty()
                .allMatch(commands::contains);
    }

    @Test
    void whoNeedsNoSocketOfOthersIsNotRoot() {
        assertThat(ImageName.ALL.stream()
                        .filter(image -> !image.user().equals("0:0"))
                        .map(ImageName::name))
                .containsExactly("stowage-sidecar", "snapshot-controller");
    }

    @Test
    void theEntryPointIsJavaAndTheNameOfTheProgram() {
        ImageName probe = ImageName.ALL.stream()
                .filter(image -> image.name().equals("livenessprobe"))
                .findFirst()
                .orElseThrow();
        assertThat(JvmArguments.entry(probe))
                .containsExactly(
                        "/opt/stowage/java/bin/java",
                        "@/opt/stowage/sidecar.arguments",
                        "dev.stowage.cli.Main",
                        "livenessprobe");
        assertThat(probe.reference("1")).isEqualTo("stowage.dev/livenessprobe:1");
    }
}
