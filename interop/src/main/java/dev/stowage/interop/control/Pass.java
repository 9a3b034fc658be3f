package dev.stowage.interop.control;

import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Plays;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// All scenarios with the controllers of one side.
final class Pass {

    private static final int AT_ONCE = 4;

    private final Stage stage;
    private final Side side;
    private final Controllers controllers;
    private final Map<String, String> left = new ConcurrentHashMap<>();

    private Pass(Stage stage, Side side, Controllers controllers) {
        this.stage = stage;
        this.side = side;
        this.controllers = controllers;
    }

    /// @param outcomes is told how the plays went
    /// @return what they left, by scenario; nothing of a play that failed
    static Map<String, String> of(Stage stage, Side side, List<Scenario> scenarios, List<Outcome> outcomes)
            throws IOException, InterruptedException {
        try (Controllers controllers = Controllers.start(stage.bench(), stage.plane(), side)) {
            Pass pass = new Pass(stage, side, controllers);
            outcomes.addAll(
                    pass.play(scenarios.stream().filter(each -> !each.alone()).toList(), AT_ONCE));
            outcomes.addAll(pass.play(scenarios.stream().filter(Scenario::alone).toList(), 1));
            outcomes.add(Cleaning.after(stage, side));
            return pass.left;
        }
    }

    private List<Outcome> play(List<Scenario> scenarios, int atOnce) throws InterruptedException {
        return new Plays(stage.bench()).all(scenarios.stream().map(this::play).toList(), atOnce);
    }

    private Plays.Play play(Scenario scenario) {
        Play play = new Play(stage, controllers, side, scenario.name());
        return new Plays.Play() {
            @Override
            public String name() {
                return side.word() + ": " + scenario.name();
            }

            @Override
            public void play() throws Exception {
                play.open();
                scenario.script().play(play);
                String text = LeftObjects.of(play);
                Files.writeString(stage.bench().logs().resolve(scenario.name() + "-" + side.word() + ".txt"), text);
                left.put(scenario.name(), text);
            }

            @Override
            public void clean() throws IOException, InterruptedException {
                Cleaning.begin(play);
            }
        };
    }
}
