package dev.stowage.cli.demo;

import dev.stowage.cli.demo.DemoLine.Wish;
import dev.stowage.kube.manager.Lifecycle;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One run of the demo.
final class Demo {
    private static final Duration GRACE = Duration.ofSeconds(90);

    /// As a shell counts an interrupt.
    private static final int INTERRUPTED = 130;

    private final Wish wish;
    private final Stage stage;
    private final PrintStream out;
    private final Lines lines;
    private final Progress progress;
    private final Lifecycle lifecycle = new Lifecycle(GRACE);
    private final List<Result> results = new ArrayList<>();
    private int status = INTERRUPTED;

    Demo(Wish wish, Stage stage, PrintStream out, Lines lines, Progress progress) {
        this.wish = wish;
        this.stage = stage;
        this.out = out;
        this.lines = lines;
        this.progress = progress;
    }

    /// @return the exit status
    int run() throws IOException, InterruptedException {
        int ended = lifecycle.run(() -> {
            lifecycle.onShutdown(this::leave);
            List<Step> steps = Story.of(stage, wish.keep());
            boolean kept = play(steps);
            status = kept ? 0 : 1;
            tell(steps.size());
            if (!wish.keep()) {
                lifecycle.shutdownSignal().requestShutdown();
            }
        });
        return ended == 0 ? status : ended;
    }

    /// @return whether all promises were kept; the first that is not is the last step
    private boolean play(List<Step> steps) throws InterruptedException {
        try (progress) {
            for (int at = 0; at < steps.size(); at++) {
                progress.begins(at + 1, steps.size(), steps.get(at));
                Result result = play(steps.get(at));
                results.add(result);
                progress.ended(at + 1, steps.size(), result);
                if (!result.isKept()) {
                    return false;
                }
            }
        }
        return true;
    }

    private static Result play(Step step) throws InterruptedException {
        long began = System.nanoTime();
        try {
            String evidence = step.play().play();
            return Result.kept(step, since(began), evidence);
        } catch (BrokenPromise e) {
            return Result.broken(step, since(began), e.expected(), e.seen());
        } catch (IOException | RuntimeException e) {
            return Result.broken(step, since(began), step.promise(), String.valueOf(e.getMessage()));
        }
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private void tell(int steps) {
        if (wish.json()) {
            out.println(
                    Document.of(results, steps, wish.keep() ? stage.kubeconfig().toString() : ""));
        } else {
            out.println();
            out.print(lines.table(results, steps));
            if (wish.keep()) {
                out.println("It stays up until Ctrl-C. In another window:");
                out.println("  export KUBECONFIG=" + stage.kubeconfig());
                out.println("  kubectl get pods,pvc,pv,volumesnapshots");
            }
        }
        out.flush();
    }

    private void leave() {
        stage.close();
        try {
            stage.removeFolder();
        } catch (IOException e) {
            out.println(e.getMessage());
        }
    }
}
