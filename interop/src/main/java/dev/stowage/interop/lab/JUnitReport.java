package dev.stowage.interop.lab;

import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.XmlReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// Reads the report of JUnit's console launcher.
final class JUnitReport {

    private static final String DISPLAY_NAME = "display-name: JUnit Jupiter > ";

    private JUnitReport() {}

    static List<CheckResult> read(Path file) throws IOException {
        NodeList cases = XmlReport.parse(file).getElementsByTagName("testcase");
        List<CheckResult> results = new ArrayList<>();
        for (int i = 0; i < cases.getLength(); i++) {
            results.add(result((Element) cases.item(i)));
        }
        if (results.isEmpty()) {
            throw new IOException(file + " has no test");
        }
        return results;
    }

    private static CheckResult result(Element testcase) {
        String name = displayName(testcase);
        Optional<String> failure = text(testcase, "failure").or(() -> text(testcase, "error"));
        return failure.map(reason -> CheckResult.failed(name, reason))
                .or(() -> text(testcase, "skipped").map(reason -> CheckResult.skipped(name, reason)))
                .orElseGet(() -> CheckResult.passed(name));
    }

    /// Class, groups and test. A rule of the conformance kit is a sentence, which is nowhere else in the report.
    private static String displayName(Element testcase) {
        NodeList outputs = testcase.getElementsByTagName("system-out");
        for (int i = 0; i < outputs.getLength(); i++) {
            for (String line : outputs.item(i).getTextContent().lines().toList()) {
                if (line.startsWith(DISPLAY_NAME)) {
                    return line.substring(DISPLAY_NAME.length());
                }
            }
        }
        return testcase.getAttribute("classname") + "." + testcase.getAttribute("name");
    }

    private static Optional<String> text(Element testcase, String tag) {
        NodeList found = testcase.getElementsByTagName(tag);
        if (found.getLength() == 0) {
            return Optional.empty();
        }
        Element element = (Element) found.item(0);
        String message = element.getAttribute("message");
        return Optional.of(message.isEmpty() ? element.getTextContent().strip() : message);
    }
}
