package dev.stowage.dist.testreport;

import dev.stowage.dist.testreport.TestCase.Failed;
import dev.stowage.dist.testreport.TestCase.Passed;
import dev.stowage.dist.testreport.TestCase.Result;
import dev.stowage.dist.testreport.TestCase.Skipped;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// The XML files that Surefire leaves in every module's `target/surefire-reports`.
final class SurefireReports {

    private static final int DEEPEST = 5; // examples/hello-driver/target/surefire-reports/TEST-….xml

    private static final Pattern NOT_XML =
            Pattern.compile("[^\\t\\n\\r\\x20-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");

    private SurefireReports() {}

    static List<TestCase> beneath(Path home) throws IOException, XMLStreamException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(home, DEEPEST)) {
            files = all.map(home::relativize)
                    .filter(SurefireReports::isReport)
                    .sorted()
                    .toList();
        }
        List<TestCase> cases = new ArrayList<>();
        for (Path file : files) {
            Path module = file.subpath(0, file.getNameCount() - 3);
            try (InputStream in = Files.newInputStream(home.resolve(file))) {
                read(module.toString(), in, cases);
            }
        }
        return List.copyOf(cases);
    }

    private static boolean isReport(Path path) {
        return path.toString().matches(".+/target/surefire-reports/TEST-[^/]+\\.xml");
    }

    static void read(String module, InputStream in, List<TestCase> cases) throws IOException, XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        // Surefire writes some characters that are invalid in XML; tests of hostile input log them.
        String text = NOT_XML.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                .replaceAll("\uFFFD");
        XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
        while (xml.hasNext()) {
            if (xml.next() == XMLStreamConstants.START_ELEMENT
                    && xml.getLocalName().equals("testcase")) {
                cases.add(testCase(module, xml));
            }
        }
    }

    private static TestCase testCase(String module, XMLStreamReader xml) throws XMLStreamException {
        String name = attribute(xml, "classname") + "." + attribute(xml, "name");
        double seconds = Double.parseDouble(attribute(xml, "time").replace(",", ""));
        Result result = new Passed();
        while (xml.next() != XMLStreamConstants.END_ELEMENT
                || !xml.getLocalName().equals("testcase")) {
            if (xml.getEventType() == XMLStreamConstants.START_ELEMENT) {
                result = switch (xml.getLocalName()) {
                    case "failure", "error" -> new Failed(attribute(xml, "type") + ": " + attribute(xml, "message"));
                    case "skipped" -> new Skipped(reason(xml));
                    default -> result; // captured output, and the failed tries of a test that passed in the end
                };
            }
        }
        return new TestCase(module, name, seconds, result);
    }

    /// Surefire puts the reason into an attribute or into the text, depending on how the test was skipped.
    private static String reason(XMLStreamReader xml) throws XMLStreamException {
        String message = attribute(xml, "message");
        String text = (message.isBlank() ? xml.getElementText() : message)
                .strip()
                .replaceFirst("^\\S*TestAbortedException: ", "")
                .replaceFirst("^Assumption failed: ", "");
        return text.lines().findFirst().orElse("no reason given");
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }
}
