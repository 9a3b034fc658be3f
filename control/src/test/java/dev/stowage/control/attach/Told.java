package dev.stowage.control.attach;

import dev.stowage.control.act.Act;
import java.util.List;

/// Acts in a form that reads well in a test.
final class Told {

    private Told() {}

    static List<String> of(List<Act> acts) {
        return acts.stream().map(Told::of).toList();
    }

    private static String of(Act act) {
        return switch (act) {
            case Act.Create<?> create ->
                "create " + create.object().path("spec").path("nodeName").asText();
            case Act.Remove<?> remove -> "remove " + remove.seen().meta().uid().substring(2);
            case Act.Change<?> change -> "patch " + change.patch().body();
            case Act.Send<?> send -> "send " + send.message();
            case Act.Tell tell -> tell.about().key() + " " + tell.reason() + " " + tell.message();
        };
    }
}
