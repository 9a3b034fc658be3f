package dev.stowage.interop.lab;

import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs each suite in a guest of its own. A guest has one processor, so there are as many at once as this machine has.
///
/// @param workspace receives the progress reports
/// @param deadline of each guest
record GuestRuns(SuiteWorkspace workspace, Duration deadline) {

    List<CheckResult> all(List<Suite> suites) throws IOException, InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        try (ExecutorService guests =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<List<CheckResult>>> all = suites.stream()
                    .map(suite -> guests.submit((Callable<List<CheckResult>>) () -> one(suite)))
                    .toList();
            try {
                for (Future<List<CheckResult>> one : all) {
                    results.addAll(one.get());
                }
            } catch (ExecutionException e) {
                guests.shutdownNow();
                throw new IOException("a guest did not run: " + e.getMessage(), e);
            } catch (InterruptedException e) {
                guests.shutdownNow();
                throw e;
            }
        }
        return results;
    }

    private List<CheckResult> one(Suite suite) throws IOException, InterruptedException {
        GuestFiles files = new GuestFiles(workspace.directory("guest-" + suite.name()));
        Path logs = Files.createDirectories(workspace.logs().resolve(suite.name()));
        files.prepare(GuestProgram.arguments(files, workspace, suite));
        GuestPrograms.write(files.programs(), workspace.programs().programs());
        try (LabGuest guest = workspace.own(LabGuest.boot(files, logs))) {
            return results(suite, files, guest);
        } finally {
            LogCopy.copy(files.logs(), logs);
        }
    }

    private List<CheckResult> results(Suite suite, GuestFiles files, LabGuest guest)
            throws IOException, InterruptedException {
        CheckResultFile file = new CheckResultFile(files.results());
        List<CheckResult> results = new ArrayList<>();
        try {
            guest.awaitEnd(deadline);
            results.addAll(file.read());
            if (results.isEmpty()) {
                results.add(CheckResult.failed(suite.name() + ": has results", guest.lastLines()));
            }
        } catch (IOException e) {
            results.addAll(file.read());
            results.add(CheckResult.failed(suite.name() + ": the guest ends", String.valueOf(e.getMessage())));
        }
        workspace.report("%-10s %d results".formatted(suite.name(), results.size()));
        return results;
    }
}
