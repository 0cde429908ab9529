#!/bin/sh
# Kills the shop at random moments under duplicated load, 200 times by default, and checks that nothing was done twice, lost or stuck.
#   examples/shop/kill-test.sh [kills] [jdbc-url of an empty database] [user] [password]
# Builds the shop first if it has not been built: mvn -pl examples/shop -am package -DskipTests
set -eu
shop=$(cd "$(dirname "$0")" && pwd)
[ -f "$shop/target/shop.jar" ] || (cd "$shop/../.." && mvn -q -pl examples/shop -am package -DskipTests)
exec java -cp "$shop/target/shop.jar" -Dshop.jar="$shop/target/shop.jar" -Dloader.main=io.onlyonce.shop.kill.KillRun \
    -Dloader.path="$shop/target/test-classes" org.springframework.boot.loader.launch.PropertiesLauncher \
    "${1:-200}" "${2:-jdbc:postgresql://127.0.0.1:5432/test}" "${3:-postgres}" "${4:-}"
