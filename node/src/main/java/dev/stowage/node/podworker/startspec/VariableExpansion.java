package dev.stowage.node.podworker.startspec;

import java.util.Map;

/// Expands `$(NAME)` to the value of a variable, and `$$` to a dollar sign.
final class VariableExpansion {
    private VariableExpansion() {}

    /// A reference to an unknown variable stays as it is.
    static String expand(String text, Map<String, String> variables) {
        var out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
            int end = next == '(' ? text.indexOf(')', at) : -1;
            if (c != '$') {
                out.append(c);
                at++;
            } else if (next == '$') {
                out.append('$');
                at += 2;
            } else if (end < 0) {
                out.append(c);
                at++;
            } else {
                String whole = text.substring(at, end + 1);
                String value = variables.get(whole.substring(2, whole.length() - 1));
                out.append(value == null ? whole : value);
                at = end + 1;
            }
        }
        return out.toString();
    }

    /// @throws ContainerConfigException for a reference to an unknown variable
    static String strictly(String text, Map<String, String> variables) throws ContainerConfigException {
        for (int at = text.indexOf("$("); at >= 0; at = text.indexOf("$(", at + 1)) {
            int end = text.indexOf(')', at);
            boolean quoted = at > 0 && text.charAt(at - 1) == '$';
            if (end > 0 && !quoted && !variables.containsKey(text.substring(at + 2, end))) {
                throw new ContainerConfigException("missing value for \"" + text.substring(at + 2, end) + "\"");
            }
        }
        return expand(text, variables);
    }
}
