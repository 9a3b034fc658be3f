package dev.stowage.cel;

import dev.stowage.cel.CelType.Kind;
import java.util.List;

/// One overload of a function or an operator.
///
/// @param receiver whether it is a member function: the first argument is before a dot
/// @param result its type, from those of the arguments
record FunctionOverload(String name, boolean receiver, List<CelType> parameters, Result result, Body body) {

    @FunctionalInterface
    interface Body {
        Object apply(List<Object> arguments, CostMeter costMeter) throws EvaluationException;
    }

    @FunctionalInterface
    interface Result {
        CelType of(List<CelType> arguments);
    }

    boolean takes(List<CelType> arguments) {
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
            if (wanted != Kind.ANY && wanted != CelValues.kind(arguments.get(i))) {
                return false;
            }
        }
        return true;
    }
}
