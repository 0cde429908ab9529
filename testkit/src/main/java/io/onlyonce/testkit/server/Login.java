package io.onlyonce.testkit.server;

/** Who logs in. Not printed: a password may come from the environment. */
record Login(String user, String password) {
    @Override
    public String toString() {
        return user;
    }
}
