package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.stowage.apiserver.json.JsonDepth;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/// Parses YAML into the tokens of the equivalent JSON, including duplicate keys.
///
/// Aliases are expanded up to a limit.
final class YamlTokenParser {
    private static final int MOST_NESTING = JsonDepth.MOST;
    private static final int MOST_NODES = 500_000;
    /// As large as a body: only references to the same text again and again make it larger.
    private static final long MOST_CHARACTERS = 3 * 1024 * 1024;
    private static final int MOST_DIGITS = 1000;
    private static final Pattern DECIMAL = Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]{1,9})?");
    private static final Pattern NO_NUMBER = Pattern.compile("(?i)[-+]?\\.inf|\\.nan");

    /// Kubernetes parses these as booleans, unlike most YAML parsers.
    private static final Set<String> SHORT_FLAGS = Set.of("y", "Y", "n", "N");

    private final TokenBuffer tokens = new TokenBuffer(null, false);
    private int nodes;
    private long characters;

    private YamlTokenParser() {}

    static JsonParser of(byte[] body) throws IOException {
        YamlTokenParser yaml = new YamlTokenParser();
        Node root = compose(body);
        if (root != null) {
            yaml.write(root, 0);
        }
        return yaml.tokens.asParser();
    }

    private static @Nullable Node compose(byte[] body) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setNestingDepthLimit(MOST_NESTING);
        options.setCodePointLimit(Math.max(body.length, 1));
        // What they are expanded to is limited here, as in Kubernetes, and not how many there are.
        options.setMaxAliasesForCollections(MOST_NODES);
        try (InputStreamReader reader = new InputStreamReader(new ByteArrayInputStream(body), StandardCharsets.UTF_8)) {
            return new Yaml(new SafeConstructor(options)).compose(reader);
        } catch (YAMLException | NumberFormatException e) {
            // The second is an escape in a text that ends too early.
            throw new JsonParseException(null, "the body is not YAML", e);
        }
    }

    private void count(int depth) throws IOException {
        if (depth > MOST_NESTING) {
            throw new JsonParseException(null, JsonDepth.EXCEEDED);
        }
        if (++nodes > MOST_NODES) {
            throw new JsonParseException(null, "document contains excessive aliasing");
        }
    }

    /// Counts the text of a scalar: a document can refer to a large one from thousands of places.
    private String text(ScalarNode scalar) throws IOException {
        characters += scalar.getValue().length();
        if (characters > MOST_CHARACTERS) {
            throw new JsonParseException(null, "document contains excessive aliasing");
        }
        return scalar.getValue();
    }

    private void write(Node node, int depth) throws IOException {
        count(depth);
        switch (node) {
            case MappingNode map -> {
                tokens.writeStartObject();
                for (NodeTuple entry : map.getValue()) {
                    entry(entry, depth);
                }
                tokens.writeEndObject();
            }
            case SequenceNode list -> {
                tokens.writeStartArray();
                for (Node item : list.getValue()) {
                    write(item, depth + 1);
                }
                tokens.writeEndArray();
            }
            case ScalarNode scalar -> scalar(scalar);
            default -> throw new JsonParseException(null, "the body has something that JSON has not");
        }
    }

    private void entry(NodeTuple entry, int depth) throws IOException {
        if (!(entry.getKeyNode() instanceof ScalarNode key)) {
            throw new JsonParseException(null, "a key is not a text");
        }
        if (Tag.MERGE.equals(key.getTag())) {
            // A map can be merged into itself, and one without fields into many others.
            count(depth);
            merge(entry.getValueNode(), depth);
            return;
        }
        tokens.writeFieldName(text(key));
        write(entry.getValueNode(), depth + 1);
    }

    private void merge(Node merged, int depth) throws IOException {
        if (merged instanceof MappingNode map) {
            for (NodeTuple entry : map.getValue()) {
                entry(entry, depth + 1);
            }
        }
    }

    private void scalar(ScalarNode scalar) throws IOException {
        String text = text(scalar);
        Tag tag = scalar.getTag();
        if (Tag.NULL.equals(tag)) {
            tokens.writeNull();
        } else if (Tag.BOOL.equals(tag) && !text.isEmpty()) {
            tokens.writeBoolean("tyo".indexOf(Character.toLowerCase(text.charAt(0))) >= 0 && !isOff(text));
        } else if (Tag.INT.equals(tag) && text.length() <= MOST_DIGITS) {
            whole(text);
        } else if (Tag.FLOAT.equals(tag) && text.length() <= MOST_DIGITS) {
            real(text);
        } else if (scalar.isPlain() && SHORT_FLAGS.contains(text)) {
            tokens.writeBoolean(text.equalsIgnoreCase("y"));
        } else {
            tokens.writeString(text);
        }
    }

    private static boolean isOff(String text) {
        return text.equalsIgnoreCase("off");
    }

    private void real(String text) throws IOException {
        String digits = text.replace("_", "");
        if (NO_NUMBER.matcher(digits).matches()) {
            throw new JsonParseException(null, "json: unsupported value: " + text);
        }
        if (DECIMAL.matcher(digits).matches()) {
            tokens.writeNumber(digits);
        } else {
            // Such as 1:30.5, which only YAML 1.1 calls a number.
            tokens.writeString(text);
        }
    }

    private void whole(String text) throws IOException {
        String digits = text.replace("_", "");
        boolean negative = digits.startsWith("-");
        String bare = negative || digits.startsWith("+") ? digits.substring(1) : digits;
        int radix = bare.startsWith("0x")
                ? 16
                : bare.startsWith("0b") ? 2 : bare.length() > 1 && bare.startsWith("0") ? 8 : 10;
        try {
            BigInteger value = new BigInteger(radix == 16 || radix == 2 ? bare.substring(2) : bare, radix);
            BigInteger signed = negative ? value.negate() : value;
            if (signed.bitLength() < Integer.SIZE) {
                tokens.writeNumber(signed.intValue());
            } else if (signed.bitLength() < Long.SIZE) {
                tokens.writeNumber(signed.longValue());
            } else {
                tokens.writeNumber(signed);
            }
        } catch (NumberFormatException _) {
            // Such as 1:30, which is a number only in YAML 1.1.
            tokens.writeString(text);
        }
    }
}
