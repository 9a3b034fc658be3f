package dev.stowage.apiserver.cel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All functions that there are.
final class Library {
    private static final Library ALL = new Library();

    static {
        Operators.addTo(ALL);
        Conversions.addTo(ALL);
        TextFunctions.addTo(ALL);
        ListFunctions.addTo(ALL);
        TimeFunctions.addTo(ALL);
        QuantityFunctions.addTo(ALL);
        AddressFunctions.addTo(ALL);
        FormatFunctions.addTo(ALL);
    }

    private final Map<String, List<Function>> functions = new HashMap<>();

    private Library() {}

    static List<Function> named(String name, boolean receiver) {
        return ALL.functions.getOrDefault(name, List.of()).stream()
                .filter(function -> function.receiver() == receiver)
                .toList();
    }

    static Object call(String name, boolean receiver, List<Object> arguments, Meter meter) throws EvaluationException {
        for (Function function : ALL.functions.getOrDefault(name, List.of())) {
            if (function.receiver() == receiver && function.takesValues(arguments)) {
                return function.body().apply(arguments, meter);
            }
        }
        throw new EvaluationException("no such overload");
    }

    /// An operator, or a function that stands before its arguments.
    void plain(String name, List<Shape> parameters, Function.Result result, Function.Body body) {
        add(new Function(name, false, parameters, result, body));
    }

    void plain(String name, List<Shape> parameters, Shape result, Function.Body body) {
        add(new Function(name, false, parameters, _ -> result, body));
    }

    /// A function that stands behind its first argument.
    void member(String name, List<Shape> parameters, Shape result, Function.Body body) {
        add(new Function(name, true, parameters, _ -> result, body));
    }

    void member(String name, List<Shape> parameters, Function.Result result, Function.Body body) {
        add(new Function(name, true, parameters, result, body));
    }

    private void add(Function function) {
        functions.computeIfAbsent(function.name(), _ -> new ArrayList<>()).add(function);
    }
}
