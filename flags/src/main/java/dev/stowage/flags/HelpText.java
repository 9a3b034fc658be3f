package dev.stowage.flags;

import java.util.stream.Stream;

/// The text of `--help`, in the layout of kubectl and other Go programs.
final class HelpText {

    /// A flag without a short form is indented by the width of `-x, `.
    private static final String NO_SHORT_FORM = "    ";

    private static final int COLUMNS = 120;

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
        int indent = width + 5;
        text.append("  ").append(names).repeat(' ', indent - names.length() - 2);
        int column = indent;
        for (String word : help.split("\\s+", -1)) {
            if (column > indent && column + 1 + word.length() > COLUMNS) {
                text.append('\n').repeat(' ', indent);
                column = indent;
            } else if (column > indent) {
                text.append(' ');
                column++;
            }
            text.append(word);
            column += word.length();
        }
        text.append('\n');
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
