package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Set;
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

/// YAML as the tokens of the JSON that means the same, keys that are there twice included.
///
/// References to other parts of the document are followed, within bounds.
final class YamlTokenParser {
    private static final int MOST_NESTING = 256;
    private static final int MOST_NODES = 500_000;

    /// Kubernetes takes these for flags, though most readers of YAML do not.
    private static final Set<String> SHORT_FLAGS = Set.of("y", "Y", "n", "N");

    private final TokenBuffer tokens = new TokenBuffer(null, false);
    private int nodes;

    private YamlTokenParser() {}

    static JsonParser of(byte[] body) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setNestingDepthLimit(MOST_NESTING);
        options.setCodePointLimit(Math.max(body.length, 1));
        try (InputStreamReader reader = new InputStreamReader(new ByteArrayInputStream(body), StandardCharsets.UTF_8)) {
            Node root = new Yaml(new SafeConstructor(options)).compose(reader);
            YamlTokenParser yaml = new YamlTokenParser();
            if (root != null) {
                yaml.write(root, 0);
            }
            return yaml.tokens.asParser();
        } catch (YAMLException e) {
            throw new JsonParseException(null, "the body is not YAML", e);
        }
    }

    private void write(Node node, int depth) throws IOException {
        if (depth > MOST_NESTING || ++nodes > MOST_NODES) {
            throw new JsonParseException(null, "the body is too deep or too large");
        }
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
            merge(entry.getValueNode(), depth);
            return;
        }
        tokens.writeFieldName(key.getValue());
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
        String text = scalar.getValue();
        Tag tag = scalar.getTag();
        if (Tag.NULL.equals(tag)) {
            tokens.writeNull();
        } else if (Tag.BOOL.equals(tag)) {
            tokens.writeBoolean("tyo".indexOf(Character.toLowerCase(text.charAt(0))) >= 0 && !isOff(text));
        } else if (Tag.INT.equals(tag)) {
            whole(text);
        } else if (Tag.FLOAT.equals(tag)) {
            tokens.writeNumber(text.replace("_", ""));
        } else if (scalar.isPlain() && SHORT_FLAGS.contains(text)) {
            tokens.writeBoolean(text.equalsIgnoreCase("y"));
        } else {
            tokens.writeString(text);
        }
    }

    private static boolean isOff(String text) {
        return text.equalsIgnoreCase("off");
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
            // Such as 1:30, which only YAML 1.1 calls a number.
            tokens.writeString(text);
        }
    }
}
