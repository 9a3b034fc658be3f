package dev.stowage.apiserver.cel;

import dev.stowage.apiserver.cel.Shape.Kind;
import java.util.List;

/// One meaning of a function or an operator.
///
/// @param receiver whether the first argument stands before a dot
/// @param result its shape, from those of the arguments
record Function(String name, boolean receiver, List<Shape> parameters, Result result, Body body) {

    @FunctionalInterface
    interface Body {
        Object apply(List<Object> arguments, Meter meter) throws EvaluationException;
    }

    @FunctionalInterface
    interface Result {
        Shape of(List<Shape> arguments);
    }

    boolean takes(List<Shape> arguments) {
        if (arguments.size() != parameters.size()) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (!parameters.get(i).fits(arguments.get(i))) {
                return false;
            }
        }
        return true;
    }

    boolean takesValues(List<Object> arguments) {
        if (arguments.size() != parameters.size()) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            Kind wanted = parameters.get(i).kind();
            if (wanted != Kind.ANY && wanted != Values.kind(arguments.get(i))) {
                return false;
            }
        }
        return true;
    }
}
