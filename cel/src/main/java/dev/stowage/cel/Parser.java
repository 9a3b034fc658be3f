package dev.stowage.cel;

import dev.stowage.cel.AstNode.Macro;
import dev.stowage.cel.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Parses an expression and expands its macros.
final class Parser {
    private static final int DEEPEST = 60;
    private static final int LONGEST = 64 * 1024;

    /// Namespaces of functions.
    private static final Set<String> LIBRARIES = Set.of("sets", "optional", "format");

    private static final List<List<String>> LEVELS = List.of(
            List.of("||"),
            List.of("&&"),
            List.of("<", "<=", ">=", ">", "==", "!=", "in"),
            List.of("+", "-"),
            List.of("*", "/", "%"));

    private final String text;
    private final List<Token> tokens;
    private int next;
    private int depth;

    private Parser(String text, List<Token> tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    static AstNode parse(String text) throws InvalidExpressionException {
        if (text.length() > LONGEST) {
            throw new InvalidExpressionException("expression is too long", "", 0);
        }
        Parser parser = new Parser(text, Lexer.tokens(text));
        AstNode astNode = parser.expression();
        if (parser.token().kind() != Kind.END) {
            throw parser.unexpected();
        }
        return astNode;
    }

    private AstNode expression() throws InvalidExpressionException {
        if (++depth > DEEPEST) {
            throw problem("expression nests too deeply", token().at());
        }
        AstNode astNode = binary(0);
        if (token().is("?")) {
            int at = take().at();
            AstNode yes = binary(0);
            expect(":");
            astNode = new AstNode.Choice(astNode, yes, expression(), at);
        }
        depth--;
        return astNode;
    }

    private AstNode binary(int level) throws InvalidExpressionException {
        if (level == LEVELS.size()) {
            return unary();
        }
        AstNode astNode = binary(level + 1);
        while (LEVELS.get(level).contains(token().text()) && token().kind() != Kind.LITERAL) {
            Token operator = take();
            AstNode right = binary(level + 1);
            String function = operator.text().equals("in") ? "@in" : "_" + operator.text() + "_";
            astNode = new AstNode.Call(function, List.of(astNode, right), false, operator.at());
        }
        return astNode;
    }

    private AstNode unary() throws InvalidExpressionException {
        if (!token().is("!") && !token().is("-")) {
            return member();
        }
        Token operator = take();
        if (operator.is("-") && token().value() instanceof Number) {
            Token number = take();
            Object negative = number.value() instanceof Long whole ? (Object) (-whole) : -(Double) number.value();
            return suffixes(new AstNode.Literal(negative, CelValues.shape(negative), operator.at()));
        }
        if (++depth > DEEPEST) {
            throw problem("expression nests too deeply", operator.at());
        }
        AstNode astNode = new AstNode.Call(operator.is("!") ? "!_" : "-_", List.of(unary()), false, operator.at());
        depth--;
        return astNode;
    }

    private AstNode member() throws InvalidExpressionException {
        return suffixes(primary());
    }

    private AstNode suffixes(AstNode start) throws InvalidExpressionException {
        AstNode astNode = start;
        while (true) {
            if (token().is(".")) {
                int at = take().at();
                String name = name();
                if (token().is("(")) {
                    int open = token().at();
                    astNode = call(Optional.of(astNode), name, arguments(), open);
                } else {
                    astNode = new AstNode.Field(astNode, name, false, at);
                }
            } else if (token().is("[")) {
                int at = take().at();
                AstNode key = expression();
                expect("]");
                astNode = new AstNode.Call("_[_]", List.of(astNode, key), false, at);
            } else if (token().is(".?") || token().is("[?")) {
                throw problem("unsupported syntax '%s'".formatted(token().text()), token().at());
            } else {
                return astNode;
            }
        }
    }

    private AstNode primary() throws InvalidExpressionException {
        Token token = token();
        if (token.kind() == Kind.LITERAL) {
            take();
            return new AstNode.Literal(token.value(), CelValues.shape(token.value()), token.at());
        }
        if (token.kind() == Kind.NAME) {
            take();
            if (token().is("(")) {
                int open = token().at();
                return call(Optional.empty(), token.text(), arguments(), open);
            }
            return new AstNode.Name(token.text(), token.at());
        }
        if (token.is("(")) {
            take();
            AstNode astNode = expression();
            expect(")");
            return astNode;
        }
        if (token.is("[")) {
            take();
            return new AstNode.ListOf(list("]"), token.at());
        }
        if (token.is("{")) {
            take();
            return map(token.at());
        }
        throw unexpected();
    }

    private AstNode map(int at) throws InvalidExpressionException {
        List<AstNode> keys = new ArrayList<>();
        List<AstNode> values = new ArrayList<>();
        while (!token().is("}")) {
            keys.add(expression());
            expect(":");
            values.add(expression());
            if (!token().is(",")) {
                break;
            }
            take();
        }
        expect("}");
        return new AstNode.MapOf(keys, values, at);
    }

    private List<AstNode> arguments() throws InvalidExpressionException {
        expect("(");
        return list(")");
    }

    private List<AstNode> list(String close) throws InvalidExpressionException {
        List<AstNode> items = new ArrayList<>();
        while (!token().is(close)) {
            items.add(expression());
            if (!token().is(",")) {
                break;
            }
            take();
        }
        expect(close);
        return items;
    }

    private AstNode call(Optional<AstNode> receiver, String name, List<AstNode> arguments, int at)
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

    private String name() throws InvalidExpressionException {
        if (token().kind() != Kind.NAME) {
            throw unexpected();
        }
        return take().text();
    }

    private Token token() {
        return tokens.get(next);
    }

    private Token take() {
        Token token = tokens.get(next);
        next += token.kind() == Kind.END ? 0 : 1;
        return token;
    }

    private void expect(String sign) throws InvalidExpressionException {
        if (!token().is(sign)) {
            throw unexpected();
        }
        take();
    }

    private InvalidExpressionException unexpected() {
        Token token = token();
        String problem = token.kind() == Kind.END
                ? "Syntax error: mismatched input '<EOF>'"
                : "Syntax error: extraneous input '%s'".formatted(token.text());
        return problem(problem, token.at());
    }

    private InvalidExpressionException problem(String problem, int at) {
        return new InvalidExpressionException(problem, text, at);
    }
}
