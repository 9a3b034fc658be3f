package dev.stowage.cel;

import dev.stowage.cel.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses an expression and expands its macros.
final class Parser {
    /// The limit of Kubernetes, for brackets and arguments inside each other and for operators and fields in a row.
    private static final int DEEPEST = 250;

    private static final int LONGEST = 100_000;

    /// How many of the levels are logical operators.
    private static final int LOGICAL = 2;

    private static final List<List<String>> LEVELS = List.of(
            List.of("||"),
            List.of("&&"),
            List.of("<", "<=", ">=", ">", "==", "!=", "in"),
            List.of("+", "-"),
            List.of("*", "/", "%"));

    private final String text;
    private final List<Token> tokens;
    private final MacroExpansion macros;
    private int next;
    private int depth;

    private Parser(String text, List<Token> tokens) {
        this.text = text;
        this.tokens = tokens;
        this.macros = new MacroExpansion(text);
    }

    static AstNode parse(String text) throws InvalidExpressionException {
        int length = text.codePointCount(0, text.length());
        if (length > LONGEST) {
            throw new InvalidExpressionException(
                    "expression code point size exceeds limit: size: %d, limit %d".formatted(length, LONGEST), "", 0);
        }
        Parser parser = new Parser(text, Lexer.tokens(text));
        AstNode astNode = parser.expression();
        if (parser.token().kind() != Kind.END) {
            throw parser.unexpected();
        }
        if (AstHeight.isTooHigh(astNode)) {
            throw parser.tooDeep(0);
        }
        return astNode;
    }

    private AstNode expression() throws InvalidExpressionException {
        if (++depth > DEEPEST) {
            throw tooDeep(token().at());
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
        List<AstNode> sides = new ArrayList<>(List.of(binary(level + 1)));
        List<Token> operators = new ArrayList<>();
        while (LEVELS.get(level).contains(token().text()) && token().kind() != Kind.LITERAL) {
            operators.add(take());
            sides.add(binary(level + 1));
        }
        if (level < LOGICAL) {
            return balanced(sides, operators, 0, operators.size());
        }
        if (operators.size() > DEEPEST) {
            throw tooDeep(operators.get(DEEPEST).at());
        }
        AstNode astNode = sides.getFirst();
        for (int i = 0; i < operators.size(); i++) {
            astNode = operation(operators.get(i), astNode, sides.get(i + 1));
        }
        return astNode;
    }

    /// A row of `||` or `&&` may be long. Its order does not matter, and half of it at each level keeps it low.
    ///
    /// @param from the first operator of this part
    private static AstNode balanced(List<AstNode> sides, List<Token> operators, int from, int to) {
        if (from == to) {
            return sides.get(from);
        }
        int middle = (from + to) / 2;
        AstNode left = balanced(sides, operators, from, middle);
        return operation(operators.get(middle), left, balanced(sides, operators, middle + 1, to));
    }

    private static AstNode operation(Token operator, AstNode left, AstNode right) {
        String function = operator.text().equals("in") ? "@in" : "_" + operator.text() + "_";
        return new AstNode.Call(function, List.of(left, right), false, operator.at());
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
            throw tooDeep(operator.at());
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
        for (int length = 0; ; length++) {
            if (length > DEEPEST) {
                throw tooDeep(token().at());
            }
            if (token().is(".")) {
                int at = take().at();
                String name = name();
                if (token().is("(")) {
                    int open = token().at();
                    astNode = macros.expand(Optional.of(astNode), name, arguments(), open);
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
                return macros.expand(Optional.empty(), token.text(), arguments(), open);
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

    private InvalidExpressionException tooDeep(int at) {
        return problem("expression recursion limit exceeded: " + DEEPEST, at);
    }

    private InvalidExpressionException problem(String problem, int at) {
        return new InvalidExpressionException(problem, text, at);
    }
}
