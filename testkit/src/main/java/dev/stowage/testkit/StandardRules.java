package dev.stowage.testkit;

import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.UNIMPLEMENTED;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.Status.Code;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/// The rules that apply to nearly every call.
final class StandardRules {

    private StandardRules() {}

    @FunctionalInterface
    interface Request<Q> {
        Q in(Trial trial) throws Exception;
    }

    @FunctionalInterface
    interface RequestWith<Q> {
        Q in(Trial trial, String id) throws Exception;
    }

    static <Q extends Message, R extends Message> Rule unimplemented(MethodDescriptor<Q, R> rpc, Q request) {
        return rule("not declared → UNIMPLEMENTED", trial -> trial.refused(rpc, request, UNIMPLEMENTED));
    }

    static <Q extends Message, R extends Message> Rule missing(
            String field, MethodDescriptor<Q, R> rpc, Request<Q> request) {
        return invalid("without " + field, rpc, request);
    }

    static <Q extends Message, R extends Message> Rule invalid(
            String what, MethodDescriptor<Q, R> rpc, Request<Q> request) {
        return refused(what, rpc, request, INVALID_ARGUMENT);
    }

    static <Q extends Message, R extends Message> Rule refused(
            String what, MethodDescriptor<Q, R> rpc, Request<Q> request, Code... allowed) {
        return rule(what + " → " + words(allowed), trial -> trial.refused(rpc, request.in(trial), allowed));
    }

    /// An id that the driver never returned, chosen to harm careless code.
    static <Q extends Message, R extends Message> Rule hostile(
            MethodDescriptor<Q, R> rpc, RequestWith<Q> request, Code... allowed) {
        Set<Code> answers = EnumSet.of(INVALID_ARGUMENT, allowed);
        return rule("hostile ids → " + words(answers.toArray(Code[]::new)), trial -> {
            for (String id : HostileIds.unknown()) {
                assertThat(trial.attempt(rpc, request.in(trial, id)).code())
                        .as("%s of id \"%s\"", DriverConnection.name(rpc), HostileIds.readable(id))
                        .isIn(answers);
            }
        });
    }

    /// Variants that a path or a C string would treat as the id of an existing object.
    static <Q extends Message, R extends Message> Rule similarIds(
            MethodDescriptor<Q, R> rpc, Request<String> existing, RequestWith<Q> request, Code... allowed) {
        Set<Code> answers = EnumSet.of(INVALID_ARGUMENT, allowed);
        return rule("ids similar to an existing one → " + words(answers.toArray(Code[]::new)), trial -> {
            for (String id : HostileIds.like(existing.in(trial))) {
                assertThat(trial.attempt(rpc, request.in(trial, id)).code())
                        .as("%s of id \"%s\"", DriverConnection.name(rpc), HostileIds.readable(id))
                        .isIn(answers);
            }
        });
    }

    private static String words(Code... codes) {
        return Arrays.stream(codes).map(Code::name).collect(Collectors.joining(" or "));
    }
}
