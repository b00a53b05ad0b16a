# shellcheck shell=bash
# A stand-alone cluster of Apache Spark on this machine: a master and four workers, each executor a JVM of its own. The
# whole distribution is in the Python package.

SPARK_VERSION=4.1.3
SPARK_DIR=$STATE_DIR/spark
SPARK_WORKERS=4

spark_packages() { echo python3-venv; }

spark_running() {
  local worker
  alive spark-master || return 1
  for ((worker = 1; worker <= SPARK_WORKERS; worker++)); do
    alive "spark-worker-$worker" || return 1
  done
}

# spark_home: prints the folder of the distribution; nothing if it is not there.
spark_home() {
  find "$SPARK_DIR/venv" -path '*/site-packages/pyspark/bin/spark-class' -printf '%h\n' 2>/dev/null | sed 's|/bin$||'
}

spark_provision() {
  local java
  install -d -m 0755 "$SPARK_DIR"
  install -d -m 0700 -o "$RUN_USER" -g "$RUN_USER" "$SPARK_DIR/work" "$SPARK_DIR/events"
  java=${JAVA_HOME:+$JAVA_HOME/bin/java}
  command -v "${java:-java}" >/dev/null || fail "spark: no java on the PATH; install a JDK 17 or later"
  [[ $(cat "$SPARK_DIR/version" 2>/dev/null) != "$SPARK_VERSION" || -z $(spark_home) ]] || return 0
  say "spark: installing PySpark $SPARK_VERSION (log: $LOG_DIR/spark-install.log)"
  rm -rf "$SPARK_DIR/venv"
  logged spark-venv "$START_ANEW" python3 -m venv "$SPARK_DIR/venv"
  logged spark-install "check the network and this machine's configuration of pip" \
    nice "$SPARK_DIR/venv/bin/pip" install --disable-pip-version-check --no-cache-dir "pyspark==$SPARK_VERSION"
  printf '%s\n' "$SPARK_VERSION" >"$SPARK_DIR/version"
}

# spark_daemon NAME CLASS ARGUMENT…: a JVM of the cluster, which belongs to the servers' user.
spark_daemon() {
  local name=$1
  shift
  start_daemon "$name" setpriv --reuid "$RUN_USER" --regid "$RUN_USER" --clear-groups -- \
    env -i PATH="$PATH" HOME="$SPARK_DIR/work" ${JAVA_HOME:+"JAVA_HOME=$JAVA_HOME"} SPARK_HOME="$(spark_home)" \
    SPARK_LOCAL_IP=127.0.0.1 SPARK_DAEMON_MEMORY=256m SPARK_DAEMON_JAVA_OPTS=-XX:TieredStopAtLevel=1 \
    "$(spark_home)/bin/spark-class" "$@"
}

spark_start() {
  local worker master=spark://127.0.0.1:$SPARK_PORT
  spark_stop
  # Each executor has a copy of what was sent to it.
  find "$SPARK_DIR/work" -mindepth 1 -delete
  require_free_port "$SPARK_PORT" TLSBENCH_SPARK_PORT
  require_free_port "$SPARK_WEB_PORT" TLSBENCH_SPARK_WEB_PORT
  spark_daemon spark-master org.apache.spark.deploy.master.Master --host 127.0.0.1 --port "$SPARK_PORT" \
    --webui-port "$SPARK_WEB_PORT"
  wait_until spark-master 60 port_answers "$SPARK_PORT"
  for ((worker = 1; worker <= SPARK_WORKERS; worker++)); do
    spark_daemon "spark-worker-$worker" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --cores 1 --memory 2g \
      --webui-port 0 --work-dir "$SPARK_DIR/work" "$master"
  done
  for ((worker = 1; worker <= SPARK_WORKERS; worker++)); do
    wait_until "spark-worker-$worker" 60 grep -q 'Successfully registered' "$LOG_DIR/spark-worker-$worker.log"
  done
  private_file "$RUN_DIR/spark.env" root <<VARIABLES
export SPARK_HOME='$(spark_home)'
export SPARK_LOCAL_IP=127.0.0.1
export TLSBENCH_SPARK_HOME='$(spark_home)'
export TLSBENCH_SPARK_MASTER='$master'
export TLSBENCH_SPARK_DIR='$SPARK_DIR'
VARIABLES
  say "spark: Spark $SPARK_VERSION, master on 127.0.0.1:$SPARK_PORT with $SPARK_WORKERS workers"
}

spark_stop() {
  local worker
  for ((worker = 1; worker <= SPARK_WORKERS; worker++)); do
    stop_daemon "spark-worker-$worker" TERM 20
  done
  stop_daemon spark-master TERM 20
}
