package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Finding;
import io.onlyonce.verify.check.Verdict;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** For build servers, as JUnit's XML: a test case for each check, and one for the verdict, so that a run that proved nothing is an error and not an empty success. */
public final class JunitReport {
    private final Report report;
    private final XMLStreamWriter xml;

    private JunitReport(Report report, XMLStreamWriter xml) {
        this.report = report;
        this.xml = xml;
    }

    /** An XML document. */
    public static String of(Report report) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            new JunitReport(report, xml).write();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("XML could not be written into memory.", e);
        }
        return text + "\n";
    }

    private void write() throws XMLStreamException {
        Map<String, Finding> findings = report.findings();
        boolean unknown = report.verdict() instanceof Verdict.Unknown;
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("testsuite");
        attribute("name", report.plan());
        attribute("tests", Integer.toString(findings.size() + 1));
        attribute("failures", Long.toString(count(findings, Finding.Broken.class)));
        attribute("errors", unknown ? "1" : "0");
        attribute(
                "skipped",
                Long.toString(findings.values().stream()
                        .filter(JunitReport::isSkipped)
                        .count()));
        attribute("time", seconds());
        testcase("verdict", seconds());
        if (unknown) {
            element("error", "unknown", TextReport.of(report));
        }
        xml.writeEndElement();
        for (var entry : findings.entrySet()) {
            testcase(entry.getKey(), "0");
            if (entry.getValue() instanceof Finding.Broken) {
                element("failure", TextReport.finding(entry.getValue()), example(entry.getKey()));
            } else if (isSkipped(entry.getValue())) {
                element("skipped", TextReport.finding(entry.getValue()), "");
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private String seconds() {
        return String.format(Locale.ROOT, "%.3f", report.duration().toMillis() / 1000.0);
    }

    private static long count(Map<String, Finding> findings, Class<? extends Finding> kind) {
        return findings.values().stream().filter(kind::isInstance).count();
    }

    /** The verdict is the error of what can't be told. */
    private static boolean isSkipped(Finding finding) {
        return finding instanceof Finding.Undecided || (finding instanceof Finding.Kept kept && kept.looked() == 0);
    }

    private String example(String check) {
        if (!(report.verdict() instanceof Verdict.Invalid invalid)) {
            return "";
        }
        return invalid.counterExamples().stream()
                .filter(example -> example.check().equals(check))
                .map(example -> example.what() + "\n"
                        + String.join("\n", new Story(example, report.history()).steps()) + "\n"
                        + String.join("\n", example.data()))
                .findFirst()
                .orElse("");
    }

    private void testcase(String name, String time) throws XMLStreamException {
        xml.writeStartElement("testcase");
        attribute("classname", report.plan());
        attribute("name", name);
        attribute("time", time);
    }

    private void element(String name, String message, String text) throws XMLStreamException {
        xml.writeStartElement(name);
        attribute("message", message);
        xml.writeCharacters(Html.printable(text));
        xml.writeEndElement();
    }

    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, Html.printable(value));
    }
}
