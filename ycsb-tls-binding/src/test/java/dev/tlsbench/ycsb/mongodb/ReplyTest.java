package dev.tlsbench.ycsb.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;

class ReplyTest {
  private final Reply.Codec codec = new Reply.Codec();
  private final BsonFields fields = new BsonFields();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{cursor: {firstBatch: [{_id: 'k', a: 'x', b: 'y'}], id: {$numberLong: '0'}, ns: 'd.t'},"
            + " ok: 1.0}",
        "{ok: 1, cursor: {ns: 'd.t', id: 0, firstBatch: [{_id: 'k', a: 'x', b: 'y'}]}}",
        "{firstBatch: [{no: 'x'}], $clusterTime: {cursor: 1},"
            + " cursor: {partialResultsReturned: true, firstBatch: [{a: 'x', b: 'y'}, {c: 'z'}]}}",
      })
  void findsTheFirstRecordWhereverItStands(String json) {
    Map<String, ByteIterator> result = new LinkedHashMap<>();
    assertThat(reply(json).firstRecord(fields, result)).isTrue();
    assertThat(result).hasToString("{a=x, b=y}");
  }

  @Test
  void tellsAnEmptyBatchFromAnEmptyRecord() {
    Map<String, ByteIterator> result = new LinkedHashMap<>();
    assertThat(reply("{cursor: {firstBatch: [], id: 0}, ok: 1}").firstRecord(fields, result))
        .isFalse();
    assertThat(reply("{cursor: {firstBatch: [{}], id: 0}, ok: 1}").firstRecord(fields, result))
        .isTrue();
    assertThat(result).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{ok: 1}", "{cursor: {id: 0}, ok: 1}"})
  void doesNotTakeAReplyWithoutABatchForOneWithoutRecords(String json) {
    assertThatThrownBy(() -> reply(json).firstRecord(fields, new LinkedHashMap<>()))
        .isInstanceOf(MongoException.class)
        .hasMessageStartingWith("the reply to find has no ");
  }

  @Test
  void keepsARecordWhenTheNextReplyIsRead() {
    Map<String, ByteIterator> first = new LinkedHashMap<>();
    Reply reply = reply("{cursor: {firstBatch: [{a: 'first'}]}}");
    Reply next = reply("{cursor: {firstBatch: [{a: 'other'}]}}");
    reply.firstRecord(fields, first);
    next.firstRecord(fields, new LinkedHashMap<>());
    assertThat(first).hasToString("{a=first}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{n: 1, nModified: 1, ok: 1.0}",
        "{ok: 1, nModified: 0, n: {$numberLong: '1'}}",
        "{n: 1.0, ok: 1, writeErrors: []}",
      })
  void countsTheRecordsThatAnUpdateFound(String json) {
    assertThat(reply(json).matched()).isEqualTo(1);
  }

  @Test
  void countsNoneWhereAnUpdateFoundNone() {
    assertThat(reply("{n: 0, nModified: 0, ok: 1}").matched()).isZero();
  }

  @Test
  void throwsAWriteErrorWithCodeAndMessage() {
    assertThatThrownBy(
            () ->
                reply(
                        "{n: 0, writeErrors: [{index: 0, code: 11000, errmsg: 'E11000 duplicate"
                            + " key'}], ok: 1}")
                    .matched())
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.getCode()).isEqualTo(11000))
        .hasMessage("write error 11000: E11000 duplicate key");
  }

  @Test
  void throwsAWriteConcernErrorAlthoughTheRecordWasFound() {
    assertThatThrownBy(
            () ->
                reply(
                        "{n: 1, nModified: 1, writeConcernError: {code: 64, errmsg: 'waiting for"
                            + " replication timed out'}, ok: 1}")
                    .matched())
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.getCode()).isEqualTo(64))
        .hasMessage("write concern error 64: waiting for replication timed out");
  }

  private Reply reply(String json) {
    return Bson.reply(codec, json);
  }
}
