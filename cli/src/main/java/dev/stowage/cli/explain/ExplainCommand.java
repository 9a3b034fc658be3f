package dev.stowage.cli.explain;

import dev.stowage.cli.Command;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.explain.Explainer;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.bundle.BundleReader;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ClusterStateReader;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.report.JsonReport;
import dev.stowage.explain.report.TextReport;
import dev.stowage.flags.TerminalColors;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/// `./stowage explain`.
public final class ExplainCommand implements Command {
    /// A problem was found. Scripts distinguish it from 1, a failure.
    private static final int WRONG = 3;

    private final PrintStream out;
    private final TerminalColors paint;
    private final ClusterFinder clusters = ClusterFinder.of(System.getenv());

    @SuppressWarnings("SystemOut") // the result belongs on standard output
    public ExplainCommand() {
        this(System.out, TerminalColors.ofProcess());
    }

    ExplainCommand(PrintStream out, TerminalColors paint) {
        this.out = out;
        this.paint = paint;
    }

    @Override
    public String name() {
        return "explain";
    }

    @Override
    public String summary() {
        return "Explain why a claim, pod, volume, snapshot or attachment is stuck, and who needs to act.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        ExplainOptions asked = new ExplainFlags().parse(args);
        if (!asked.bundle().isEmpty()) {
            return answer(new BundleReader().read(Path.of(asked.bundle())), asked.orIn("default"));
        }
        ClusterAccess cluster = clusters.find(asked.cluster()).access();
        ExplainOptions explainOptions = asked.orIn(cluster.namespace());
        try (KubeClient api = new KubeClient(cluster, RequestLimiter.adaptive(), "stowage-explain")) {
            return answer(new ClusterStateReader(api, explainOptions.namespace()).read(), explainOptions);
        }
    }

    private int answer(ClusterState clusterState, ExplainOptions explainOptions) throws IOException {
        KubeResource subject = new ResourceFinder(clusterState, explainOptions).require();
        Explanation answer = new Explainer().explain(clusterState, subject);
        out.print(
                switch (explainOptions.outputFormat()) {
                    case TEXT -> TextReport.of(answer, paint);
                    case JSON -> JsonReport.of(answer).toPrettyString() + "\n";
                });
        out.flush();
        return answer.isWrong() ? WRONG : 0;
    }
}
