package dev.stowage.cluster.workload.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");

    /// Jobs are written as `completions/parallelism` and words, pods as `name/state/index`.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            as many as may run at once            | 5/2              |                               | + +            | ''
            no more than are left to do           | 5/3              | a/done b/done c/done d/run    | +              | ''
            all that is left is under way         | 3/2              | a/done b/run c/run            | ''             | ''
            too many                              | 5/1              | a/run b/run                   | -a             | ''
            done                                  | 2/2              | a/done b/done                 | ''             | Complete
            a pod that still ends is waited for   | 2/2              | a/done b/done c/ending        | ''             | SuccessCriteriaMet
            one success of any                    | -/2              | a/done b/run                  | ''             | ''
            and all are at an end                 | -/2              | a/done b/fail                 | ''             | Complete
            a failure is tried again              | 1/1              | a/fail                        | +              | ''
            but not at once                       | 1/1              | a/justfailed                  | ''             | ''
            too many failures                     | 2/2 limit=1      | a/fail b/fail c/run           | -c             | Failed
            too late                              | 2/2 since=3000 deadline=2000 | a/run             | -a             | Failed
            in time                               | 1/1 since=1000 deadline=2000 | a/run             | ''             | ''
            suspended                             | 2/2 suspend      | a/run                         | -a             | Suspended
            each index once                       | 3/2 indexed      | a/done/0                      | +1 +2          | ''
            an index that ran twice               | 3/3 indexed      | a/run/0 b/run/0 c/run/1       | -b             | ''
            what was counted stays counted        | 3/3 indexed had=0-1 |                            | +2             | ''
            all indexes                           | 3/3 indexed had=0-1 | a/done/2                   | ''             | Complete
            """)
    void jobTakesItsNextStep(String what, String job, String pods, String then, String condition) {
        JobState state = view(job, pods);
        List<ClusterAction> actions = JobDecision.decide(state, new NameGenerator(new Random(1)));
        assertThat(words(actions)).as(what).isEqualTo(then);
        List<Pod> left = state.pods().stream()
                .filter(pod -> actions.stream()
                        .noneMatch(action -> action instanceof ClusterAction.Delete<?> delete
                                && delete.seen().key().equals(pod.key())))
                .toList();
        var status = JobStatus.of(new JobState(state.job(), left, NOW)).status().path("conditions");
        assertThat(status.path(status.size() - 1).path("type").asText())
                .as(what)
                .isEqualTo(condition);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0         | 0
            0,1       | 0,1
            0-2       | 0-2
            0-2,5     | 0-2,5
            1,3-5,7,8 | 1,3-5,7,8
            ''        | ''
            """)
    void indexesAreWrittenAsRanges(String text, String again) {
        assertThat(CompletionIndexes.write(CompletionIndexes.parse(text))).isEqualTo(again);
    }

    @Test
    void statusCounts() {
        var status = JobStatus.of(view("5/3", "a/done b/fail c/run d/ending")).status();
        assertThat(status.path("active").asInt()).isEqualTo(1);
        assertThat(status.path("ready").asInt()).isEqualTo(1);
        assertThat(status.path("terminating").asInt()).isEqualTo(1);
        assertThat(status.path("succeeded").asInt()).isEqualTo(1);
        assertThat(status.path("failed").asInt()).isEqualTo(1);
        assertThat(status.path("startTime").asText()).isEqualTo("2026-01-01T01:00:00Z");
    }

    @Test
    void failuresInARowMakeTheNextTryWaitLonger() {
        assertThat(view("1/1", "a/justfailed").pause()).hasSeconds(10);
        assertThat(view("1/1", "a/fail b/justfailed").pause()).hasSeconds(20);
        assertThat(view("1/1", "a/fail b/fail").pause()).isZero();
    }

    @Test
    void endedJobGoesWhenItsTimeIsUp() {
        Job job = Job.read(
                WorkloadActionText.json(
                        "{'metadata':{'name':'j'},'spec':{'ttlSecondsAfterFinished':100},'status':{'conditions':[{'type':'Complete','status':'True','lastTransitionTime':'2026-01-01T00:00:00Z'}]}}"));
        assertThat(JobDecision.expiry(job)).hasValue(Instant.parse("2026-01-01T00:01:40Z"));
    }

    private static String words(List<ClusterAction> actions) {
        return actions.stream()
                .filter(action -> !(action instanceof ClusterAction.RecordEvent))
                .map(action -> switch (action) {
                    case ClusterAction.Create<?> create ->
                        "+"
                                + create.object()
                                        .path("metadata")
                                        .path("annotations")
                                        .path(CompletionIndexes.INDEX)
                                        .asText("");
                    case ClusterAction.Delete<?> delete ->
                        "-" + delete.seen().meta().name();
                    case ClusterAction other -> other.toString();
                })
                .collect(Collectors.joining(" "));
    }

    private static String word(String words, String name, String otherwise) {
        int at = words.indexOf(name + "=");
        return at < 0 ? otherwise : words.substring(at + name.length() + 1).split(" ", -1)[0];
    }

    private static JobState view(String words, String pods) {
        String[] numbers = words.split(" ", -1)[0].split("/", -1);
        String deadline = word(words, "deadline", "");
        String since = word(words, "since", "");
        Job job = Job.read(WorkloadActionText.json("""
                {'metadata':{'name':'j','namespace':'default','uid':'job'},
                 'spec':{%s 'parallelism':%s,'backoffLimit':%s,'suspend':%s,'completionMode':'%s', %s
                  'selector':{'matchLabels':{'app':'j'}},
                  'template':{'metadata':{'labels':{'app':'j'}},'spec':{'containers':[{'name':'c'}]}}},
                 'status':{'completedIndexes':'%s' %s}}""".formatted(
                        numbers[0].equals("-") ? "" : "'completions':" + numbers[0] + ",",
                        numbers[1],
                        word(words, "limit", "6"),
                        words.contains("suspend"),
                        words.contains("indexed") ? "Indexed" : "NonIndexed",
                        deadline.isEmpty() ? "" : "'activeDeadlineSeconds':" + deadline + ",",
                        word(words, "had", ""),
                        since.isEmpty() ? "" : ",'startTime':'" + NOW.minusSeconds(Long.parseLong(since)) + "'")));
        List<Pod> list = new ArrayList<>();
        for (String pod : pods == null || pods.isEmpty() ? new String[0] : pods.split(" ", -1)) {
            list.add(pod(pod));
        }
        return new JobState(job, list, NOW);
    }

    private static Pod pod(String words) {
        String[] parts = words.split("/", -1);
        String phase = switch (parts[1]) {
            case "done" -> "Succeeded";
            case "fail", "justfailed" -> "Failed";
            default -> "Running";
        };
        return Pod.read(WorkloadActionText.json("""
                {'metadata':{'name':'%s','namespace':'default','uid':'%s' %s,
                  'annotations':{'batch.kubernetes.io/job-completion-index':'%s'}},
                 'status':{'phase':'%s','conditions':[{'type':'Ready','status':'%s','lastTransitionTime':'%s'}]}}""".formatted(
                        parts[0],
                        parts[0],
                        parts[1].equals("ending") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "",
                        parts.length > 2 ? parts[2] : "",
                        phase,
                        phase.equals("Running") ? "True" : "False",
                        parts[1].equals("justfailed") ? NOW.toString() : "2026-01-01T00:00:00Z")));
    }
}
