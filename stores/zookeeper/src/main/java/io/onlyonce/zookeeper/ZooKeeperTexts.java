package io.onlyonce.zookeeper;

/** The texts of this module's errors, in one place: each names the value, the rule and the remedy. */
final class ZooKeeperTexts {
    private ZooKeeperTexts() {}

    static String root(String root, IllegalArgumentException why) {
        return "\"" + root + "\" cannot be the node under which the locks are kept: " + why.getMessage()
                + ". Give an absolute path without a slash at its end, for example \"/onlyonce/locks\".";
    }

    static String strangeData(String path, String data) {
        return "The node " + path + " holds \"" + data
                + "\"; a lock's node holds its lease in milliseconds, a blank and its owner. Something else writes under it: give the locks a node of their own.";
    }
}
