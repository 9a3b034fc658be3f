package dev.stowage.apiserver.cel;

import dev.stowage.apiserver.cel.Node.Macro;
import dev.stowage.apiserver.cel.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads an expression, and unfolds its macros.
final class Parser {
    private static final int DEEPEST = 60;
    private static final int LONGEST = 64 * 1024;

    /// Names that stand before functions.
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

    static Node parse(String text) throws InvalidExpressionException {
        if (text.length() > LONGEST) {
            throw new InvalidExpressionException("expression is too long", "", 0);
        }
        Parser parser = new Parser(text, Lexer.tokens(text));
        Node node = parser.expression();
        if (parser.token().kind() != Kind.END) {
            throw parser.unexpected();
        }
        return node;
    }

    private Node expression() throws InvalidExpressionException {
        if (++depth > DEEPEST) {
            throw problem("expression nests too deeply", token().at());
        }
        Node node = binary(0);
        if (token().is("?")) {
            int at = take().at();
            Node yes = binary(0);
            expect(":");
            node = new Node.Choice(node, yes, expression(), at);
        }
        depth--;
        return node;
    }

    private Node binary(int level) throws InvalidExpressionException {
        if (level == LEVELS.size()) {
            return unary();
        }
        Node node = binary(level + 1);
        while (LEVELS.get(level).contains(token().text()) && token().kind() != Kind.LITERAL) {
            Token operator = take();
            Node right = binary(level + 1);
            String function = operator.text().equals("in") ? "@in" : "_" + operator.text() + "_";
            node = new Node.Call(function, List.of(node, right), false, operator.at());
        }
        return node;
    }

    private Node unary() throws InvalidExpressionException {
        if (!token().is("!") && !token().is("-")) {
            return member();
        }
        Token operator = take();
        if (operator.is("-") && token().value() instanceof Number) {
            Token number = take();
            Object negative = number.value() instanceof Long whole ? (Object) (-whole) : -(Double) number.value();
            return suffixes(new Node.Literal(negative, Values.shape(negative), operator.at()));
        }
        if (++depth > DEEPEST) {
            throw problem("expression nests too deeply", operator.at());
        }
        Node node = new Node.Call(operator.is("!") ? "!_" : "-_", List.of(unary()), false, operator.at());
        depth--;
        return node;
    }

    private Node member() throws InvalidExpressionException {
        return suffixes(primary());
    }

    private Node suffixes(Node start) throws InvalidExpressionException {
        Node node = start;
        while (true) {
            if (token().is(".")) {
                int at = take().at();
                String name = name();
                if (token().is("(")) {
                    int open = token().at();
                    node = call(Optional.of(node), name, arguments(), open);
                } else {
                    node = new Node.Field(node, name, false, at);
                }
            } else if (token().is("[")) {
                int at = take().at();
                Node key = expression();
                expect("]");
                node = new Node.Call("_[_]", List.of(node, key), false, at);
            } else if (token().is(".?") || token().is("[?")) {
                throw problem("unsupported syntax '%s'".formatted(token().text()), token().at());
            } else {
                return node;
            }
        }
    }

    private Node primary() throws InvalidExpressionException {
        Token token = token();
        if (token.kind() == Kind.LITERAL) {
            take();
            return new Node.Literal(token.value(), Values.shape(token.value()), token.at());
        }
        if (token.kind() == Kind.NAME) {
            take();
            if (token().is("(")) {
                int open = token().at();
                return call(Optional.empty(), token.text(), arguments(), open);
            }
            return new Node.Name(token.text(), token.at());
        }
        if (token.is("(")) {
            take();
            Node node = expression();
            expect(")");
            return node;
        }
        if (token.is("[")) {
            take();
            return new Node.ListOf(list("]"), token.at());
        }
        if (token.is("{")) {
            take();
            return map(token.at());
        }
        throw unexpected();
    }

    private Node map(int at) throws InvalidExpressionException {
        List<Node> keys = new ArrayList<>();
        List<Node> values = new ArrayList<>();
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
        return new Node.MapOf(keys, values, at);
    }

    private List<Node> arguments() throws InvalidExpressionException {
        expect("(");
        return list(")");
    }

    private List<Node> list(String close) throws InvalidExpressionException {
        List<Node> items = new ArrayList<>();
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

    private Node call(Optional<Node> receiver, String name, List<Node> arguments, int at)
            throws InvalidExpressionException {
        if (receiver.isEmpty() && name.equals("has")) {
            if (arguments.size() == 1 && arguments.getFirst() instanceof Node.Field field) {
                return new Node.Field(field.of(), field.name(), true, at);
            }
            throw problem("invalid argument to has() macro", at);
        }
        if (receiver.isPresent()) {
            boolean bind =
                    name.equals("bind") && receiver.get() instanceof Node.Name(String cel, int _) && cel.equals("cel");
            if (bind && arguments.size() == 3 && arguments.getFirst() instanceof Node.Name variable) {
                return new Node.Bind(variable.name(), arguments.get(1), arguments.get(2), at);
            }
            for (Macro macro : Macro.values()) {
                boolean mapping = macro == Macro.MAP && arguments.size() == 3;
                if (name.equals(macro.word()) && (arguments.size() == 2 || mapping)) {
                    return loop(macro, receiver.get(), arguments, at);
                }
            }
        }
        if (receiver.isPresent()
                && receiver.get() instanceof Node.Name(String library, int _)
                && LIBRARIES.contains(library)) {
            return new Node.Call(library + "." + name, arguments, false, at);
        }
        List<Node> all = new ArrayList<>();
        receiver.ifPresent(all::add);
        all.addAll(arguments);
        return new Node.Call(name, all, receiver.isPresent(), at);
    }

    private Node loop(Macro macro, Node range, List<Node> arguments, int at) throws InvalidExpressionException {
        if (!(arguments.getFirst() instanceof Node.Name variable)) {
            throw problem("argument must be a simple name", arguments.getFirst().at());
        }
        Node all = new Node.Literal(true, Shape.BOOLEAN, at);
        Node filter = arguments.size() == 3 ? arguments.get(1) : all;
        return new Node.Loop(macro, range, variable.name(), filter, arguments.getLast(), at);
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
