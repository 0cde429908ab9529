package io.onlyonce.verify.report;

import io.onlyonce.verify.check.Verdict.CounterExample;
import io.onlyonce.verify.history.Attempt;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.History;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A counter-example in the order in which it happened, with what was done to the service meanwhile. */
final class Story {
    private static final int TOLD = 3;

    private final CounterExample example;
    private final History history;

    /** What happened at a moment. */
    private record Step(long at, String what) {}

    Story(CounterExample example, History history) {
        this.example = example;
        this.history = history;
    }

    /** When it begins. */
    long start() {
        return example.attempts().stream().mapToLong(Attempt::start).min().orElse(0);
    }

    /** When the last thing happened that is known of it. */
    long end() {
        return example.attempts().stream()
                .mapToLong(attempt ->
                        attempt.end() == null ? attempt.start() : attempt.end().at())
                .max()
                .orElse(0);
    }

    /** What was done to the service between its beginning and its end. */
    List<Event.Noted> notes() {
        return history.events().stream()
                .filter(Event.Noted.class::isInstance)
                .map(Event.Noted.class::cast)
                .filter(note -> note.at() >= start() && note.at() <= end())
                .toList();
    }

    /** All of it in a few words. */
    String sentence() {
        if (example.attempts().isEmpty()) {
            return example.what() + " The data alone show it.";
        }
        String requests = example.attempts().stream()
                .limit(TOLD)
                .map(attempt -> name(attempt) + " (" + Figures.outcome(attempt)
                        + (attempt.invoked().fault().isEmpty()
                                ? ")"
                                : ", met " + attempt.invoked().fault() + ")"))
                .collect(Collectors.joining(", "));
        int more = example.attempts().size() - TOLD;
        String notes = notes().stream().map(Event.Noted::what).limit(TOLD).collect(Collectors.joining(", "));
        return example.what() + " It shows in " + requests + (more > 0 ? " and " + more + " more" : "")
                + (notes.isEmpty() ? "." : "; meanwhile: " + notes + ".");
    }

    /** A sentence for each moment. */
    List<String> steps() {
        List<Step> steps = new ArrayList<>();
        for (Attempt attempt : example.attempts()) {
            steps.add(new Step(attempt.start(), sent(attempt)));
            Event.OfAttempt end = attempt.end();
            if (end != null) {
                steps.add(new Step(end.at(), ended(attempt)));
            }
        }
        notes().forEach(note -> steps.add(new Step(note.at(), "the service: " + note.what())));
        steps.sort(Comparator.comparingLong(Step::at));
        return steps.stream()
                .map(step -> "%s  %s".formatted(Figures.seconds(step.at()), step.what()))
                .toList();
    }

    private String sent(Attempt attempt) {
        boolean several =
                example.attempts().stream().map(Attempt::identity).distinct().count() > 1;
        String fault = attempt.invoked().fault();
        return "%s sends %s%s, number %s%s"
                .formatted(
                        name(attempt),
                        attempt.call().line(),
                        several ? " for " + attempt.identity() : "",
                        attempt.call().ref(),
                        fault.isEmpty() ? "" : ", and its connection meets " + fault);
    }

    private static String ended(Attempt attempt) {
        if (attempt.answer().isPresent()) {
            return "%s is answered %s: %s".formatted(name(attempt), Figures.outcome(attempt), attempt.outcome());
        }
        return attempt.mayHaveArrived()
                ? name(attempt) + " hears nothing, and nobody knows whether the service goes on with it ("
                        + attempt.outcome() + ")"
                : name(attempt) + " never reaches the service (" + attempt.outcome() + ")";
    }

    /** How pictures and sentences call an attempt. */
    static String name(Attempt attempt) {
        return "request " + attempt.invoked().attempt() + " of client "
                + attempt.invoked().process();
    }
}
