package io.onlyonce.verify.plan;

import java.nio.file.Path;
import java.util.Collection;
import java.util.TreeSet;

/** The texts of errors in plans: each names the value, the rule and the remedy. */
final class PlanTexts {
    private PlanTexts() {}

    static String variable(String text) {
        return "\"" + text + "\" is no variable. Write ${name}, or $$ for a dollar sign.";
    }

    static String missing(String name, String text, Collection<String> known) {
        return "There is no value for ${" + name + "} in \"" + text + "\". Known are " + listed(known) + ".";
    }

    static String unknownVariable(String name, Collection<String> known) {
        return "Nothing gives a value for ${" + name + "}. Use one of " + listed(known)
                + ", or declare it under choices or needs.";
    }

    static String environment(String name) {
        return "${env." + name + "} has no value. Set the environment variable " + name + ", give --set " + name
                + "=value, or write ${env." + name + ":-value} for what it is by default.";
    }

    static String noYaml(String problem) {
        return "It is no YAML: " + problem + ".";
    }

    static String control(int codePoint) {
        return "It is no YAML: here stands the control character U+%04X. Take it out, or write it as an escape in a text in double quotes."
                .formatted(codePoint);
    }

    static String empty() {
        return "The file is empty. A plan has a target, requests and a workload; `onlyonce-verify init` writes one.";
    }

    static String extendsItself(String file) {
        return "\"" + file + "\" extends this plan itself. Take one of the extends away.";
    }

    static String extendsNothing(Path file) {
        return "There is no plan " + file + " to extend. Write its name as seen from this file.";
    }

    static String extendsFromText() {
        return "A plan that extends another is read from its file or as a resource, and this one is a text alone. Write here what it takes over.";
    }

    static String missingEntry(String name, String what) {
        return "\"" + name + "\" is missing: " + what + ".";
    }

    static String unknownEntry(String name, Collection<String> known) {
        return "\"" + name + "\" means nothing here. Known are " + listed(known) + ".";
    }

    static String twice(String name) {
        return "\"" + name + "\" stands here twice. Keep one of them.";
    }

    static String shape(String name, String wanted) {
        return "\"" + name + "\" must be " + wanted + ".";
    }

    static String value(String name, String value, String wanted) {
        return "\"" + name + "\" is \"" + value + "\"; it must be " + wanted + ".";
    }

    static String unknownRequest(String name, Collection<String> known) {
        return "There is no request \"" + name + "\". Known are " + listed(known) + "; write it under requests.";
    }

    static String circle(String name) {
        return "The request \"" + name + "\" needs itself, through its needs. Take one of these away.";
    }

    static String noData() {
        return "It is SQL, and the plan has no database. Add data with a JDBC url.";
    }

    static String noStart(String fault) {
        return "A node can't be met by \"" + fault
                + "\" if it was not started by the run. Give the target a start command, or use command.";
    }

    static String starts(int urls, int starts) {
        return "There are " + urls + " urls and " + starts + " start commands. Give each node one of either.";
    }

    static String samePayload(String request) {
        return "The payload of \"" + request
                + "\" holds nothing that is an operation's own, so a key can't come again with another payload. Put ${ref} or ${n} into its body or path.";
    }

    static String noKey(String request) {
        return "The service never sees the key of \"" + request
                + "\", or does not know the operation by it, so a key can't come again. Send ${key}, by key or in headers, path or body, and have it in its identity.";
    }

    static String noUser(String request) {
        return "The service never sees whose \"" + request
                + "\" is, so for it two users are one. Put ${user} into its headers, path or body.";
    }

    static String noLog() {
        return "There is nothing to read: the run starts no node whose output it has, and no file is named. Add file, or give the target a start command.";
    }

    static String pointer(String text) {
        return "\"" + text + "\" is no JSON pointer. It begins with /, like /servedAt or /order/id.";
    }

    static String runOnly(String name) {
        return "${" + name
                + "} has no value here: rows are read for the whole run. Only ${run} has one, what all numbers of the run begin with.";
    }

    static String shadowed(String name) {
        return "\"" + name + "\" has its value from the run itself. Give the choice another name.";
    }

    static String urlAndUrls() {
        return "There are url and urls. Keep one of them.";
    }

    static String shares(double sum) {
        return "The shares of the connection faults make " + Math.round(sum * 100)
                + " %; at most 90 % of the requests may meet one.";
    }

    static String kind(Collection<String> known) {
        return "A workload begins with one of " + listed(known) + ", and so does this one need to.";
    }

    static String listed(Collection<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", new TreeSet<>(names));
    }
}
