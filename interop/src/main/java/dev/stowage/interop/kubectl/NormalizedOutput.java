package dev.stowage.interop.kubectl;

import dev.stowage.interop.process.ProcessResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The result of a kubectl call without values that differ in each run: times, ids, revisions, ages, the server's
/// address; and, for `explain`, the descriptions, which each server words differently.
///
/// @param exit its status
record NormalizedOutput(int exit, String out, String err) {
    private static final Pattern UID = Pattern.compile("\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b");
    private static final Pattern TIME = Pattern.compile("\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
    private static final Pattern LONG_TIME =
            Pattern.compile("\\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d [+-]\\d{4}");
    private static final Pattern REVISION = Pattern.compile("(?i)(resource ?Version\"?:\\s+)\"?\\d+\"?");
    private static final Pattern AGE = Pattern.compile("\\b(\\d+(m|s|ms|h))+\\b");
    private static final Pattern SERVER = Pattern.compile("https://127\\.0\\.0\\.1:\\d+|127\\.0\\.0\\.1:\\d+");
    private static final Pattern SUFFIX = Pattern.compile("\\b(generated|kube-api-access)-[a-z0-9]{5}\\b");
    private static final Pattern CREDENTIAL = Pattern.compile("X509SHA256=[0-9a-f]{64}");
    /// Randomly assigned to a service.
    private static final Pattern ADDRESS = Pattern.compile("\\b10\\.96\\.\\d+\\.\\d+\\b");
    private static final Pattern LOG_HEAD = Pattern.compile("(?m)^[IWE]\\d{4} [\\d:.]+\\s+\\d+ ");
    private static final Pattern TYPED = Pattern.compile("^\\s*\\S+\\s*<.*>.*$|^(KIND|GROUP|VERSION|FIELDS?):.*$");

    static NormalizedOutput of(KubectlInvocation kubectlInvocation, ProcessResult processResult) {
        String out = kubectlInvocation.explains() ? withoutDescriptions(processResult.out()) : processResult.out();
        return new NormalizedOutput(processResult.exit(), normalize(out), sorted(normalize(processResult.err())));
    }

    /// Validation errors have no defined order.
    static String sorted(String text) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        int start = 0;
        for (int i = 0; i <= lines.size(); i++) {
            if (i == lines.size() || !lines.get(i).startsWith("* ")) {
                lines.subList(start, i).sort(Comparator.naturalOrder());
                start = i + 1;
            }
        }
        return String.join("\n", lines);
    }

    static String normalize(String text) {
        String seen = UID.matcher(text).replaceAll("UID");
        seen = TIME.matcher(seen).replaceAll("TIME");
        seen = LONG_TIME.matcher(seen).replaceAll("TIME");
        seen = REVISION.matcher(seen).replaceAll("$1RV");
        seen = SERVER.matcher(seen).replaceAll("SERVER");
        seen = SUFFIX.matcher(seen).replaceAll("$1-XXXXX");
        seen = CREDENTIAL.matcher(seen).replaceAll("CREDENTIAL");
        seen = ADDRESS.matcher(seen).replaceAll("ADDRESS");
        seen = LOG_HEAD.matcher(seen).replaceAll("LOG ");
        seen = AGE.matcher(seen).replaceAll("AGE");
        return seen.lines().map(NormalizedOutput::squeezed).collect(Collectors.joining("\n"));
    }

    /// Column widths vary.
    private static String squeezed(String line) {
        String text = line.stripTrailing();
        int start = 0;
        while (start < text.length() && text.charAt(start) == ' ') {
            start++;
        }
        return text.substring(0, start) + text.substring(start).replaceAll("[ \\t]+", " ");
    }

    private static String withoutDescriptions(String text) {
        return text.lines().filter(line -> TYPED.matcher(line).matches()).collect(Collectors.joining("\n"));
    }
}
