package dev.stowage.cel;

import dev.stowage.cel.AstNode.Macro;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Makes the syntax tree of a call, and that of a macro instead of a call.
///
/// @param text the expression, for messages
record MacroExpansion(String text) {
    /// Namespaces of functions.
    private static final Set<String> LIBRARIES = Set.of("sets", "optional", "format");

    /// @param receiver what is before the dot of a member function
    AstNode expand(Optional<AstNode> receiver, String name, List<AstNode> arguments, int at)
            throws InvalidExpressionException {
        if (receiver.isEmpty() && name.equals("has")) {
            if (arguments.size() == 1 && arguments.getFirst() instanceof AstNode.Field field) {
                return new AstNode.Field(field.of(), field.name(), true, at);
            }
            throw problem("invalid argument to has() macro", at);
        }
        if (receiver.isPresent()) {
            boolean bind = name.equals("bind")
                    && receiver.get() instanceof AstNode.Name(String cel, int _)
                    && cel.equals("cel");
            if (bind && arguments.size() == 3 && arguments.getFirst() instanceof AstNode.Name variable) {
                return new AstNode.Bind(variable.name(), arguments.get(1), arguments.get(2), at);
            }
            for (Macro macro : Macro.values()) {
                boolean mapping = macro == Macro.MAP && arguments.size() == 3;
                if (name.equals(macro.word()) && (arguments.size() == 2 || mapping)) {
                    return loop(macro, receiver.get(), arguments, at);
                }
            }
        }
        if (receiver.isPresent()
                && receiver.get() instanceof AstNode.Name(String library, int _)
                && LIBRARIES.contains(library)) {
            return new AstNode.Call(library + "." + name, arguments, false, at);
        }
        List<AstNode> all = new ArrayList<>();
        receiver.ifPresent(all::add);
        all.addAll(arguments);
        return new AstNode.Call(name, all, receiver.isPresent(), at);
    }

    private AstNode loop(Macro macro, AstNode range, List<AstNode> arguments, int at)
            throws InvalidExpressionException {
        if (!(arguments.getFirst() instanceof AstNode.Name variable)) {
            throw problem("argument must be a simple name", arguments.getFirst().at());
        }
        AstNode all = new AstNode.Literal(true, CelType.BOOLEAN, at);
        AstNode filter = arguments.size() == 3 ? arguments.get(1) : all;
        return new AstNode.Comprehension(macro, range, variable.name(), filter, arguments.getLast(), at);
    }

    private InvalidExpressionException problem(String problem, int at) {
        return new InvalidExpressionException(problem, text, at);
    }
}
