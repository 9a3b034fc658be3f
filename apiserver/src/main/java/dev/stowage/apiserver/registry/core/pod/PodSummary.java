package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.TableCells;
import java.util.HashSet;
import java.util.Set;

/// The status and restart counts of a pod, for `kubectl get`.
///
/// @param containers the number of containers, without init containers that are not sidecars
/// @param lastRestart when the most recently restarted container ended; empty if unknown
record PodSummary(long ready, long containers, String reason, long restarts, String lastRestart) {

    static PodSummary of(JsonNode pod) {
        return new Reader(pod).read();
    }

    private static final class Reader {
        private final JsonNode pod;
        private final Set<String> sidecars = new HashSet<>();
        private String reason;
        private long ready;
        private long restarts;
        private String lastRestart = "";
        private long sidecarRestarts;
        private String lastSidecarRestart = "";
        private boolean hasRunning;
        private String failure = "";

        Reader(JsonNode pod) {
            this.pod = pod;
            this.reason = TableCells.textOr(JsonTree.text(pod, "status", "phase"), pod, "status", "reason");
        }

        PodSummary read() {
            for (JsonNode condition : JsonTree.list(pod, "status", "conditions")) {
                if (JsonTree.text(condition, "type").equals("PodScheduled")
                        && JsonTree.text(condition, "reason").equals("SchedulingGated")) {
                    reason = "SchedulingGated";
                }
            }
            for (JsonNode container : JsonTree.list(pod, "spec", "initContainers")) {
                if (JsonTree.text(container, "restartPolicy").equals("Always")) {
                    sidecars.add(JsonTree.text(container, "name"));
                }
            }
            if (!isStarting() || TableCells.holds(pod, "Initialized")) {
                readContainers();
            }
            if (JsonTree.has(pod, "metadata", "deletionTimestamp")) {
                readDeletion();
            }
            long containers = (long) JsonTree.list(pod, "spec", "containers").size() + sidecars.size();
            return new PodSummary(ready, containers, reason, restarts, lastRestart);
        }

        /// Whether an init container has not succeeded yet.
        private boolean isStarting() {
            int position = 0;
            for (JsonNode status : JsonTree.list(pod, "status", "initContainerStatuses")) {
                boolean sidecar = sidecars.contains(JsonTree.text(status, "name"));
                countRestarts(status, sidecar);
                JsonNode terminated = JsonTree.at(status, "state", "terminated");
                boolean ended = JsonTree.has(terminated);
                if (ended && TableCells.number(terminated, "exitCode") == 0) {
                    position++;
                    continue;
                }
                if (sidecar && JsonTree.flag(status, "started")) {
                    ready += JsonTree.flag(status, "ready") ? 1 : 0;
                    position++;
                    continue;
                }
                String waiting = JsonTree.text(status, "state", "waiting", "reason");
                if (ended) {
                    reason = "Init:" + end(terminated);
                } else if (!waiting.isEmpty() && !waiting.equals("PodInitializing")) {
                    reason = "Init:" + waiting;
                } else {
                    int all = JsonTree.list(pod, "spec", "initContainers").size();
                    reason = "Init:%d/%d".formatted(position, all);
                }
                return true;
            }
            return false;
        }

        private void readContainers() {
            restarts = sidecarRestarts;
            lastRestart = lastSidecarRestart;
            JsonNode statuses = JsonTree.list(pod, "status", "containerStatuses");
            for (int i = statuses.size() - 1; i >= 0; i--) {
                readContainer(statuses.path(i));
            }
            if (reason.equals("Completed")) {
                if (hasRunning && TableCells.holds(pod, "Ready")) {
                    reason = "Running";
                } else if (!failure.isEmpty()) {
                    reason = failure;
                } else if (hasRunning) {
                    reason = "NotReady";
                }
            }
        }

        private void readContainer(JsonNode status) {
            countRestarts(status, false);
            String waiting = JsonTree.text(status, "state", "waiting", "reason");
            JsonNode terminated = JsonTree.at(status, "state", "terminated");
            if (!waiting.isEmpty()) {
                reason = waiting;
            } else if (JsonTree.has(terminated)) {
                reason = end(terminated);
                if (TableCells.number(terminated, "exitCode") != 0) {
                    failure = reason;
                }
            } else if (JsonTree.flag(status, "ready") && JsonTree.has(status, "state", "running")) {
                hasRunning = true;
                ready++;
            }
        }

        private void countRestarts(JsonNode status, boolean sidecar) {
            long count = TableCells.number(status, "restartCount");
            String ended = JsonTree.text(status, "lastState", "terminated", "finishedAt");
            restarts += count;
            lastRestart = later(lastRestart, ended);
            if (sidecar) {
                sidecarRestarts += count;
                lastSidecarRestart = later(lastSidecarRestart, ended);
            }
        }

        private void readDeletion() {
            String phase = JsonTree.text(pod, "status", "phase");
            if (JsonTree.text(pod, "status", "reason").equals("NodeLost")) {
                reason = "Unknown";
            } else if (!phase.equals("Failed") && !phase.equals("Succeeded")) {
                reason = "Terminating";
            }
        }

        private static String end(JsonNode terminated) {
            String said = JsonTree.text(terminated, "reason");
            if (!said.isEmpty()) {
                return said;
            }
            long signal = TableCells.number(terminated, "signal");
            return signal != 0 ? "Signal:" + signal : "ExitCode:" + TableCells.number(terminated, "exitCode");
        }

        /// Both have the same format, so they can be compared as text.
        private static String later(String one, String other) {
            return one.compareTo(other) < 0 ? other : one;
        }
    }
}
