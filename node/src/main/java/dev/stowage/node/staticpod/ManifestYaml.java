package dev.stowage.node.staticpod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/// Reads a YAML document, which JSON is too. What aliases are expanded to is limited: a few lines can stand for
/// millions of values, or contain themselves.
final class ManifestYaml {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MOST_VALUES = 100_000;
    private static final int MOST_NESTING = 100;

    private int values;

    private ManifestYaml() {}

    /// Kubernetes has no dates in YAML: they are texts.
    private static final class WithoutTimestamps extends Resolver {
        @Override
        public void addImplicitResolver(Tag tag, Pattern pattern, String first, int limit) {
            if (!tag.equals(Tag.TIMESTAMP)) {
                super.addImplicitResolver(tag, pattern, first, limit);
            }
        }
    }

    static JsonNode read(String text) throws StaticPodException {
        try {
            var options = new LoaderOptions();
            options.setAllowDuplicateKeys(false);
            var dumper = new DumperOptions();
            var yaml = new Yaml(
                    new SafeConstructor(options), new Representer(dumper), dumper, options, new WithoutTimestamps());
            return new ManifestYaml().tree(yaml.load(text), 0);
        } catch (YAMLException | ClassCastException | IllegalArgumentException e) {
            // The last two are values that are not what their tags say.
            throw new StaticPodException("not valid YAML: " + e.getMessage());
        }
    }

    private JsonNode tree(@Nullable Object value, int depth) throws StaticPodException {
        if (++values > MOST_VALUES || depth > MOST_NESTING) {
            throw new StaticPodException("not a manifest: document contains excessive aliasing");
        }
        return switch (value) {
            case null -> NODES.nullNode();
            case Map<?, ?> map -> {
                ObjectNode object = NODES.objectNode();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    if (entry.getKey() instanceof Map<?, ?> || entry.getKey() instanceof Collection<?>) {
                        throw new StaticPodException("not a manifest: it contains a key that is not a text");
                    }
                    object.set(String.valueOf(entry.getKey()), tree(entry.getValue(), depth + 1));
                }
                yield object;
            }
            case List<?> list -> {
                ArrayNode array = NODES.arrayNode();
                for (Object one : list) {
                    array.add(tree(one, depth + 1));
                }
                yield array;
            }
            case String text -> NODES.textNode(text);
            case Boolean truth -> NODES.booleanNode(truth);
            case Integer number -> NODES.numberNode(number);
            case Long number -> NODES.numberNode(number);
            case BigInteger number -> NODES.numberNode(number);
            case Double number -> NODES.numberNode(number);
            default ->
                throw new StaticPodException("not a manifest: it contains a value of type "
                        + value.getClass().getSimpleName());
        };
    }
}
