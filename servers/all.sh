# shellcheck shell=bash
# One file a server, each with NAME_packages, NAME_provision, NAME_start, NAME_running and NAME_stop.

# shellcheck source=servers/tls.sh
. "$HERE/tls.sh"
# shellcheck source=servers/chroot.sh
. "$HERE/chroot.sh"
# shellcheck source=servers/sql.sh
. "$HERE/sql.sh"
# shellcheck source=servers/mysql.sh
. "$HERE/mysql.sh"
# shellcheck source=servers/mariadb.sh
. "$HERE/mariadb.sh"
# shellcheck source=servers/postgresql.sh
. "$HERE/postgresql.sh"
# shellcheck source=servers/mongodb.sh
. "$HERE/mongodb.sh"
# shellcheck source=servers/valkey.sh
. "$HERE/valkey.sh"
# shellcheck source=servers/dynamodb.sh
. "$HERE/dynamodb.sh"
# shellcheck source=servers/spark.sh
. "$HERE/spark.sh"
