package dev.stowage.apiserver.registry.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.apiserver.BuiltInFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodColumnsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{spec: {containers: [{name: a}]}, status: {phase: Pending}} | 0/1 Pending 0",
                "{spec: {containers: [{name: a}]}, status: {phase: Running, containerStatuses: [{name: a, ready: true,"
                        + " restartCount: 0, state: {running: {}}}]}} | 1/1 Running 0",
                "{spec: {containers: [{name: a}]}, status: {phase: Running, containerStatuses: [{name: a,"
                        + " restartCount: 2, lastState: {terminated: {finishedAt: '2026-03-01T11:55:00Z'}}, state:"
                        + " {waiting: {reason: CrashLoopBackOff}}}]}} | 0/1 CrashLoopBackOff 2 (5m ago)",
                "{spec: {containers: [{name: a}]}, status: {phase: Failed, containerStatuses: [{name: a, state:"
                        + " {terminated: {exitCode: 3}}}]}} | 0/1 ExitCode:3 0",
                "{spec: {containers: [{name: a}]}, status: {phase: Succeeded, containerStatuses: [{name: a, state:"
                        + " {terminated: {exitCode: 0, reason: Completed}}}]}} | 0/1 Completed 0",
                "{spec: {containers: [{name: a}], initContainers: [{name: i}, {name: j}]}, status: {phase: Pending,"
                        + " initContainerStatuses: [{name: i, state: {terminated: {exitCode: 0}}}, {name: j, state:"
                        + " {waiting: {reason: PodInitializing}}}]}} | 0/1 Init:1/2 0",
                "{spec: {containers: [{name: a}], initContainers: [{name: i, restartPolicy: Always}]}, status: {phase:"
                        + " Running, initContainerStatuses: [{name: i, started: true, ready: true}], containerStatuses:"
                        + " [{name: a, ready: true, state: {running: {}}}]}} | 2/2 Running 0",
                "{metadata: {deletionTimestamp: x}, spec: {containers: [{name: a}]}, status: {phase: Running}} | 0/1"
                        + " Terminating 0",
                "{spec: {containers: [{name: a}]}, status: {phase: Failed, reason: Evicted}} | 0/1 Evicted 0",
            })
    void aPodIsShownAsWhatItDoes(String pod, String shown) {
        var cells = PodColumns.table().cells(BuiltInFixture.yaml(pod), BuiltInFixture.NOW);

        assertThat("%s %s %s".formatted(cells.get(1), cells.get(2), cells.get(3)))
                .isEqualTo(shown);
    }
}
