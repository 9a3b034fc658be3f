package dev.stowage.cli.demo;

import dev.stowage.kube.manager.Lifecycle;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One run of the demo.
final class DemoProgram {
    private static final Duration GRACE = Duration.ofSeconds(90);

    /// The exit status that shells use for an interrupt.
    private static final int INTERRUPTED = 130;

    private final DemoOptions options;
    private final DemoCluster demoCluster;
    private final PrintStream out;
    private final DemoText demoText;
    private final DemoListener demoListener;
    private final Lifecycle lifecycle = new Lifecycle(GRACE);
    private final List<StepResult> results = new ArrayList<>();
    private int status = INTERRUPTED;

    DemoProgram(
            DemoOptions options,
            DemoCluster demoCluster,
            PrintStream out,
            DemoText demoText,
            DemoListener demoListener) {
        this.options = options;
        this.demoCluster = demoCluster;
        this.out = out;
        this.demoText = demoText;
        this.demoListener = demoListener;
    }

    /// @return the exit status
    int run() throws IOException, InterruptedException {
        int ended = lifecycle.run(() -> {
            lifecycle.onShutdown(this::cleanUp);
            List<DemoStep> steps = DemoScenario.of(demoCluster, options.keep());
            boolean kept = execute(steps);
            status = kept ? 0 : 1;
            printReport(steps.size());
            if (!options.keep()) {
                lifecycle.shutdownSignal().requestShutdown();
            }
        });
        return ended == 0 ? status : ended;
    }

    /// @return whether all expectations were met; the run stops at the first that was not
    private boolean execute(List<DemoStep> steps) throws InterruptedException {
        try (demoListener) {
            for (int at = 0; at < steps.size(); at++) {
                demoListener.stepStarted(at + 1, steps.size(), steps.get(at));
                StepResult stepResult = execute(steps.get(at));
                results.add(stepResult);
                demoListener.stepEnded(at + 1, steps.size(), stepResult);
                if (!stepResult.isPassed()) {
                    return false;
                }
            }
        }
        return true;
    }

    private static StepResult execute(DemoStep demoStep) throws InterruptedException {
        long began = System.nanoTime();
        try {
            String evidence = demoStep.body().run();
            return StepResult.passed(demoStep, since(began), evidence);
        } catch (ExpectationFailure e) {
            return StepResult.failed(demoStep, since(began), e.expected(), e.actual());
        } catch (IOException | RuntimeException e) {
            return StepResult.failed(demoStep, since(began), demoStep.expectation(), String.valueOf(e.getMessage()));
        }
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private void printReport(int steps) {
        if (options.json()) {
            out.println(DemoJsonReport.of(
                    results, steps, options.keep() ? demoCluster.kubeconfig().toString() : ""));
        } else {
            out.println();
            out.print(demoText.table(results, steps));
            if (options.keep()) {
                out.println("The cluster runs until Ctrl-C. In another terminal:");
                out.println("  export KUBECONFIG=" + demoCluster.kubeconfig());
                out.println("  kubectl get pods,pvc,pv,volumesnapshots");
            }
        }
        out.flush();
    }

    private void cleanUp() {
        demoCluster.close();
        try {
            demoCluster.removeFolder();
        } catch (IOException e) {
            out.println(e.getMessage());
        }
    }
}
