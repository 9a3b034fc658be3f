package dev.stowage.control.attach;

import static dev.stowage.control.attach.AttachScene.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.kube.model.Kinds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyTest {
    @TempDir
    Path folder;

    private final Map<Class<?>, Integer> acts = new ConcurrentHashMap<>();

    private Hands counted(Hands hands) {
        return act -> {
            acts.merge(act.getClass(), 1, Integer::sum);
            hands.carryOut(act);
        };
    }

    @Test
    void twoHundredVolumesComeAndGoWithOneWriteEachAndFewerForTheirNode() throws Exception {
        try (AttachScene scene = new AttachScene(folder)) {
            scene.node("n1");
            scene.start(AttachScene.OPTIONS, this::counted);
            List<String> names =
                    IntStream.range(0, 200).mapToObj("v%03d"::formatted).toList();
            for (String name : names) {
                scene.volume(name, name.endsWith("0") ? "ReadWriteMany" : "ReadWriteOnce");
            }
            scene.pod("p", "n1", names.toArray(String[]::new));
            eventually(() -> scene.told("n1").equals(names));
            scene.deletePod("p");
            eventually(
                    () -> scene.stage.api().list(Kinds.ATTACHMENTS, "").items().isEmpty());

            assertThat(scene.told("n1")).isEmpty();
            assertThat(acts.get(Act.Create.class)).isEqualTo(200);
            assertThat(acts.get(Act.Remove.class)).isEqualTo(200);
            assertThat(acts.get(Act.Change.class)).isLessThan(400);
        }
    }
}
