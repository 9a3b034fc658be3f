package dev.stowage.control.attachdetach;

import static dev.stowage.control.attachdetach.AttachDetachFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyVolumesTest {
    @TempDir
    Path folder;

    private final Map<Class<?>, Integer> actions = new ConcurrentHashMap<>();

    private ActionExecutor counted(ActionExecutor executor) {
        return action -> {
            actions.merge(action.getClass(), 1, Integer::sum);
            executor.execute(action);
        };
    }

    @Test
    void twoHundredVolumesComeAndGoWithOneWriteEachAndFewerForTheirNode() throws Exception {
        try (AttachDetachFixture fixture = new AttachDetachFixture(folder)) {
            fixture.node("n1");
            fixture.start(AttachDetachFixture.OPTIONS, this::counted);
            List<String> names =
                    IntStream.range(0, 200).mapToObj("v%03d"::formatted).toList();
            for (String name : names) {
                fixture.volume(name, name.endsWith("0") ? "ReadWriteMany" : "ReadWriteOnce");
            }
            fixture.pod("p", "n1", names.toArray(String[]::new));
            eventually(() -> fixture.attachedVolumes("n1").equals(names));
            fixture.deletePod("p");
            eventually(() ->
                    fixture.fixture.api().list(Kinds.ATTACHMENTS, "").items().isEmpty());

            assertThat(fixture.attachedVolumes("n1")).isEmpty();
            assertThat(actions.get(ClusterAction.Create.class)).isEqualTo(200);
            assertThat(actions.get(ClusterAction.Delete.class)).isEqualTo(200);
            assertThat(actions.get(ClusterAction.PatchObject.class)).isLessThan(400);
        }
    }
}
