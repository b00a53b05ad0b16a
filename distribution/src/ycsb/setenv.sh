# Read by bin/ycsb.sh before it looks for a binding. It takes the folders of these bindings to be named up to
# the '-', so their libraries are added here, before all others; and it wants a line in bin/bindings.properties.
# shellcheck shell=sh disable=SC2154 # YCSB_HOME is set by who reads this
case ${2:-} in
  mongodb-tls) tlsbench_class=dev.tlsbench.ycsb.MongoTlsClient ;;
  mysql-tls) tlsbench_class=dev.tlsbench.ycsb.MySqlTlsClient ;;
  postgresql-tls) tlsbench_class=dev.tlsbench.ycsb.PostgresTlsClient ;;
  cassandra-tls) tlsbench_class=dev.tlsbench.ycsb.CassandraTlsClient ;;
  redis-tls) tlsbench_class=dev.tlsbench.ycsb.RedisTlsClient ;;
  *) tlsbench_class= ;;
esac
if [ -n "$tlsbench_class" ]; then
  for tlsbench_jar in "$YCSB_HOME/$2-binding/lib"/*.jar; do
    CLASSPATH=${CLASSPATH:+$CLASSPATH:}$tlsbench_jar
  done
  grep -q "^$2:" "$YCSB_HOME/bin/bindings.properties" ||
    printf '\n%s:%s\n' "$2" "$tlsbench_class" >>"$YCSB_HOME/bin/bindings.properties"
fi
