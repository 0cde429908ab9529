package io.onlyonce.console;

/** The texts of the console's errors and warnings, in one place: each names the value, the rule and the remedy. What pages say stands in {@code texts*.properties}. */
final class ConsoleTexts {
    private ConsoleTexts() {}

    static String path(String path) {
        return "onlyonce.console.path is \"" + path
                + "\", but it must begin with / and have nothing but letters, digits, '-', '_', '.' and single slashes between them,"
                + " for example /onlyonce. Correct it.";
    }

    static String role(String name, String role) {
        return "onlyonce.console." + name + " is \"" + role
                + "\", but it must name a role. Whoever shall get in without one: onlyonce.console.unprotected=true, for"
                + " development only.";
    }

    static String unprotected(String path) {
        return "The console under " + path
                + " is open to everybody, who may also settle claims and re-drive dead letters: onlyonce.console.unprotected=true. That is for"
                + " development; remove it everywhere else, and give people the roles that onlyonce.console.role and onlyonce.console.acting-role name.";
    }

    static String missingAsset(String file) {
        return "The console's file " + file
                + " is not in the class path. Add the WebJars that onlyonce-console depends on, in the versions that it names.";
    }
}
