package dev.stowage.cel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All functions and operators.
final class FunctionLibrary {
    private static final FunctionLibrary ALL = new FunctionLibrary();

    static {
        OperatorFunctions.addTo(ALL);
        ConversionFunctions.addTo(ALL);
        StringFunctions.addTo(ALL);
        ListFunctions.addTo(ALL);
        TimeFunctions.addTo(ALL);
        QuantityFunctions.addTo(ALL);
        IpAddressFunctions.addTo(ALL);
        FormatFunctions.addTo(ALL);
    }

    private final Map<String, List<FunctionOverload>> functions = new HashMap<>();

    private FunctionLibrary() {}

    static List<FunctionOverload> named(String name, boolean receiver) {
        return ALL.functions.getOrDefault(name, List.of()).stream()
                .filter(functionOverload -> functionOverload.receiver() == receiver)
                .toList();
    }

    static Object call(String name, boolean receiver, List<Object> arguments, CostMeter costMeter)
            throws EvaluationException {
        for (FunctionOverload functionOverload : ALL.functions.getOrDefault(name, List.of())) {
            if (functionOverload.receiver() == receiver && functionOverload.takesValues(arguments)) {
                return functionOverload.body().apply(arguments, costMeter);
            }
        }
        throw new EvaluationException("no such overload");
    }

    /// An operator or a global function.
    void plain(String name, List<CelType> parameters, FunctionOverload.Result result, FunctionOverload.Body body) {
        add(new FunctionOverload(name, false, parameters, result, body));
    }

    void plain(String name, List<CelType> parameters, CelType result, FunctionOverload.Body body) {
        add(new FunctionOverload(name, false, parameters, _ -> result, body));
    }

    /// A member function.
    void member(String name, List<CelType> parameters, CelType result, FunctionOverload.Body body) {
        add(new FunctionOverload(name, true, parameters, _ -> result, body));
    }

    void member(String name, List<CelType> parameters, FunctionOverload.Result result, FunctionOverload.Body body) {
        add(new FunctionOverload(name, true, parameters, result, body));
    }

    private void add(FunctionOverload functionOverload) {
        functions
                .computeIfAbsent(functionOverload.name(), _ -> new ArrayList<>())
                .add(functionOverload);
    }
}
