package dev.stowage.control.attach;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.kube.client.ApiFailure;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Refuses some steps, and loses the answers to some that were done.
final class FlakyHands implements Hands {
    private static final int ONE_IN = 5;

    private final Hands hands;
    private final @Nullable Random random;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    FlakyHands(Hands hands, @Nullable Random random) {
        this.hands = hands;
        this.random = random;
    }

    /// Each step is done, and its first answer is lost.
    static FlakyHands losingFirstAnswers(Hands hands) {
        return new FlakyHands(hands, null);
    }

    @Override
    public void carryOut(Act act) throws ApiFailure, InterruptedException {
        boolean refuse = false;
        boolean lose = false;
        if (random != null) {
            int dice = random.nextInt(2 * ONE_IN);
            refuse = dice == 0;
            lose = dice == 1;
        } else if (!(act instanceof Act.Tell)) {
            lose = seen.add(name(act));
        }
        if (refuse && !(act instanceof Act.Tell)) {
            throw new ApiFailure(500, "InternalError", "refused by the test", null);
        }
        hands.carryOut(act);
        if (lose && !(act instanceof Act.Tell)) {
            throw new ApiFailure(0, "Unanswered", "lost by the test", null);
        }
    }

    private static String name(Act act) {
        return switch (act) {
            case Act.Create<?> create ->
                "create " + create.object().path("metadata").path("name");
            case Act.Change<?> change -> "change " + change.patch().body();
            case Act.Send<?> send -> "send " + send.message();
            case Act.Remove<?> remove -> "remove " + remove.seen().key();
            case Act.Tell tell -> "tell " + tell.message();
        };
    }
}
