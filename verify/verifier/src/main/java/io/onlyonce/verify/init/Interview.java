package io.onlyonce.verify.init;

import io.onlyonce.verify.init.Draft.Request;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/** Asks a person the few things that a first plan needs. An empty line, or the end of what is typed, takes what stands in brackets. */
public final class Interview {
    private final BufferedReader answers;
    private final PrintWriter questions;

    public Interview(Reader answers, PrintWriter questions) {
        this.answers = new BufferedReader(answers);
        this.questions = questions;
    }

    /** Asks all of it. */
    public Draft draft() throws IOException {
        String url = ask("Where does the service listen?", "http://127.0.0.1:8080");
        String method = ask("Which method has the request that is to take effect once?", "POST");
        String path = ask("Which path?", "/orders");
        String body = ask("Which body? ${ref} in it is the operation's own number.", "{\"ref\":\"${ref}\"}");
        String key = ask("Which header carries the idempotency key?", "Idempotency-Key");
        String jdbcUrl = ask("Which database has its data, as a JDBC URL? Empty for none.", "");
        String effects = jdbcUrl.isEmpty()
                ? ""
                : ask("Which query gives the number ${ref} and how often it took effect? Empty for later.", "");
        List<String> notes = new ArrayList<>();
        if (!body.contains("${ref}")) {
            notes.add(InitTexts.sameBody());
        }
        String name = PlanWriter.name(path.replaceAll(".*/(?=[^/{$]+)", ""), List.of());
        return new Draft(url, List.of(new Request(name, method, path, key, body, effects, notes)), jdbcUrl);
    }

    private String ask(String question, String standard) throws IOException {
        questions.print(question + (standard.isEmpty() ? " " : " [" + standard + "] "));
        questions.flush();
        String answer = answers.readLine();
        return answer == null || answer.isBlank() ? standard : answer.strip();
    }
}
