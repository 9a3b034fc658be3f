package dev.stowage.interop.suite;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// Reads the JUnit report of a Ginkgo suite.
public final class GinkgoReport {

    /// Reports also contain set-up and tear-down entries; only specs have this prefix.
    private static final String SPEC = "[It] ";

    private GinkgoReport() {}

    public static List<CheckResult> read(Path file) throws IOException {
        NodeList cases = XmlReport.parse(file).getElementsByTagName("testcase");
        List<CheckResult> results = new ArrayList<>();
        for (int i = 0; i < cases.getLength(); i++) {
            Element testcase = (Element) cases.item(i);
            String name = testcase.getAttribute("name");
            boolean spec = name.startsWith(SPEC);
            CheckResult outcome = outcome(testcase, spec ? name.substring(SPEC.length()) : name);
            if (spec || outcome.status() == CheckResult.CheckStatus.FAILED) {
                results.add(outcome);
            }
        }
        if (results.isEmpty()) {
            throw new IOException(file + " has no spec: the suite stopped before it ran one");
        }
        return results;
    }

    private static CheckResult outcome(Element testcase, String name) {
        String status = testcase.getAttribute("status");
        return switch (status) {
            case "passed" -> CheckResult.passed(name);
            case "skipped" -> CheckResult.skipped(name, reason(testcase, "skipped", "no reason given"));
            case "pending" -> CheckResult.skipped(name, "pending in the suite itself");
            default ->
                CheckResult.failed(
                        name,
                        status + ": " + reason(testcase, "failure", reason(testcase, "error", "no reason given")));
        };
    }

    private static String reason(Element testcase, String tag, String otherwise) {
        NodeList found = testcase.getElementsByTagName(tag);
        if (found.getLength() == 0) {
            return otherwise;
        }
        Element element = (Element) found.item(0);
        String message = element.getAttribute("message").replaceAll("\\s+", " ").strip();
        return message.startsWith("skipped - ") ? message.substring("skipped - ".length()) : message;
    }
}
