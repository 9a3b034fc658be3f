package dev.stowage.interop.sidecar.recording;

import com.google.protobuf.Message;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The faults to inject, and when. A point is a method of CSI (`CreateVolume`) or a write (`POST
/// persistentvolumes`); its calls are counted from one.
public final class FaultInjection {

    private final Map<String, Integer> passages = new HashMap<>();
    private final List<ScheduledFault> planned = new ArrayList<>();

    public enum Moment {
        /// The call has not reached the other side yet.
        BEFORE,
        /// The call was executed, and its response is pending.
        AFTER
    }

    public sealed interface Fault {

        /// The caller receives this status instead.
        record ReturnStatus(Status status) implements Fault {}

        /// The caller receives a modified response; only after the call.
        record Alter(UnaryOperator<Message> change) implements Fault {}

        /// A side effect during the call.
        record Meanwhile(SideEffect sideEffect) implements Fault {}

        /// The call takes effect, but the caller never gets a response.
        record Drop(SideEffect sideEffect) implements Fault {}
    }

    @FunctionalInterface
    public interface SideEffect {
        void run() throws Exception;
    }

    private record ScheduledFault(String point, int from, int to, Moment moment, Fault fault) {}

    public void plan(String point, int passage, Moment moment, Fault fault) {
        plan(point, passage, passage, moment, fault);
    }

    public synchronized void plan(String point, int from, int to, Moment moment, Fault fault) {
        planned.add(new ScheduledFault(point, from, to, moment, fault));
    }

    /// Removes the faults at this point.
    public synchronized void lift(String point) {
        planned.removeIf(each -> each.point().equals(point));
    }

    /// @return the number of this call at the point
    synchronized int pass(String point) {
        return passages.merge(point, 1, Integer::sum);
    }

    synchronized List<Fault> due(String point, int passage, Moment moment) {
        return planned.stream()
                .filter(each -> each.point().equals(point) && each.moment() == moment)
                .filter(each -> each.from() <= passage && passage <= each.to())
                .map(ScheduledFault::fault)
                .toList();
    }
}
