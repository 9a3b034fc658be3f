package dev.stowage.flags;

import java.util.List;
import java.util.stream.Stream;

/// The text of `--help`, in the layout of kubectl and other Go programs.
final class HelpText {

    /// A flag without a short form is indented by the width of `-x, `.
    private static final String NO_SHORT_FORM = "    ";

    private static final String HELP_FLAG = "-h, --help";

    private HelpText() {}

    static String of(CommandHelp help) {
        StringBuilder text = new StringBuilder(help.summary())
                .append("\n\nUsage:\n  ")
                .append(help.usage())
                .append('\n');
        if (!help.examples().isEmpty()) {
            text.append("\nExamples:\n");
            help.examples()
                    .lines()
                    .forEach(line -> text.append("  ").append(line).append('\n'));
        }
        text.append("\nFlags:\n");
        int width = Stream.concat(help.flags().stream().map(HelpText::names), Stream.of(HELP_FLAG))
                .mapToInt(String::length)
                .max()
                .orElseThrow();
        help.flags().forEach(flag -> row(text, width, names(flag), flag.help() + note(flag)));
        row(text, width, HELP_FLAG, "Show this help.");
        return text.toString();
    }

    private static void row(StringBuilder text, int width, String names, String help) {
        List<String> lines = help.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String left = i == 0 ? names : "";
            text.append("  ")
                    .append(left)
                    .repeat(' ', width - left.length() + 3)
                    .append(lines.get(i));
            text.append('\n');
        }
    }

    private static String names(Flag<?> flag) {
        return flag.shortForm().isPresent() ? flag.shown() : NO_SHORT_FORM + flag.shown();
    }

    private static String note(Flag<?> flag) {
        if (flag.isRequired()) {
            return " (required)";
        }
        return flag.shownDefault().isEmpty() ? "" : " (default " + flag.shownDefault() + ")";
    }
}
