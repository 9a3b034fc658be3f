package dev.stowage.testkit;

import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The rules of every list: its page size can be limited, its pages together are complete, its tokens are
/// checked.
record PagingRules<Q extends Message, R extends Message>(
        MethodDescriptor<Q, R> rpc,
        Ask<Q> ask,
        Function<R, List<String>> ids,
        Function<R, String> next,
        StandardRules.Request<List<String>> make) {

    interface Ask<Q> {
        Q of(Trial trial, int maxEntries, String token);
    }

    List<Rule> rules() {
        return List.of(
                rule("max_entries is respected, and next_token is set while there is more", trial -> {
                    assertThat(make.in(trial)).hasSizeGreaterThan(2);
                    R page = trial.ok(rpc, ask.of(trial, 2, ""));
                    assertThat(ids.apply(page)).hasSizeLessThanOrEqualTo(2);
                    assertThat(next.apply(page)).as("next_token").isNotEmpty();
                }),
                rule("the pages together are the whole list, each entry once", trial -> {
                            List<String> made = make.in(trial);
                            List<String> whole = ids.apply(trial.ok(rpc, ask.of(trial, 0, "")));
                            assertThat(whole).containsAll(made);
                            assertThat(pages(trial, 2)).containsExactlyInAnyOrderElementsOf(whole);
                        })
                        .alone(),
                rule("a page larger than the list returns all entries and no token", trial -> {
                    List<String> made = make.in(trial);
                    R page = trial.ok(rpc, ask.of(trial, Integer.MAX_VALUE, ""));
                    assertThat(ids.apply(page)).containsAll(made);
                    assertThat(next.apply(page)).isEmpty();
                }),
                rule(
                        "a token that was never issued → ABORTED",
                        trial -> trial.refused(rpc, ask.of(trial, 0, "stowage-no-such-token"), ABORTED)),
                rule("hostile tokens → ABORTED", trial -> {
                    for (String token : HostileIds.unknown()) {
                        assertThat(trial.once(rpc, ask.of(trial, 1, token)).code())
                                .as("token %s", HostileIds.readable(token))
                                .isIn(ABORTED, INVALID_ARGUMENT);
                    }
                }),
                StandardRules.invalid("negative max_entries", rpc, trial -> ask.of(trial, -1, "")));
    }

    private List<String> pages(Trial trial, int size) {
        List<String> found = new ArrayList<>();
        String token = "";
        do {
            R page = trial.ok(rpc, ask.of(trial, size, token));
            assertThat(ids.apply(page)).hasSizeLessThanOrEqualTo(size);
            found.addAll(ids.apply(page));
            token = next.apply(page);
            assertThat(found.size()).as("entries on all pages so far").isLessThan(100_000);
        } while (!token.isEmpty());
        return found;
    }

    /// Adds the rules of a list to those of its call.
    static Rule[] and(List<Rule> paging, Rule... more) {
        List<Rule> all = new ArrayList<>(List.of(more));
        all.addAll(paging);
        return all.toArray(Rule[]::new);
    }
}
