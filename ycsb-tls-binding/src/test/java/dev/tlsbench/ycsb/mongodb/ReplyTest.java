package dev.tlsbench.ycsb.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;

class ReplyTest {
  private final Reply.Raw codec = new Reply.Raw();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{n: 1, ok: 1}",
        "{ok: 1.0, nModified: 0, n: 1.0}",
        "{n: {$numberLong: '1'}, writeError: 1}",
        "{writeErrors: [], n: 1, ok: 1}",
      })
  void seesThatAWriteMatched(String json) {
    assertThat(reply(json).hasMatched()).isTrue();
    assertThat(reply(json).hasWriteError()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{n: 0, nModified: 1}", "{n: 0.0}", "{n: {$numberLong: '0'}}", "{ok: 1}"})
  void seesThatAWriteMatchedNothing(String json) {
    assertThat(reply(json).hasMatched()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{n: 1, writeErrors: [{index: 0, code: 11000}], ok: 1}",
        "{n: 1, ok: 1, writeConcernError: {code: 64}}",
        "{n: 1, writeErrors: [], writeConcernError: {code: 64}}",
      })
  void seesThatAWriteFailedAlthoughTheCommandDidNot(String json) {
    assertThat(reply(json).hasWriteError()).isTrue();
    assertThat(reply(json)).hasToString(BsonDocument.parse(json).toJson());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{cursor: {firstBatch: [{_id: 'k', f: 'v'}], id: {$numberLong: '0'}, ns: 'a.b'}, ok: 1.0}",
        "{ok: 1, cursor: {id: 0, ns: 'a.b', firstBatch: [{_id: 'k', f: 'v'}]}}",
        "{firstBatch: [{f: 'no'}], $clusterTime: {cursor: 1},"
            + " cursor: {partialResultsReturned: true, firstBatch: [{f: 'v'}, {f: 'no'}]}}",
      })
  void findsTheFirstDocumentOfABatch(String json) {
    Reply reply = reply(json);
    Map<String, ByteIterator> record = new HashMap<>();
    new BsonFields().read(reply.bytes(), reply.firstDocument(), record);
    assertThat(record).hasToString("{f=v}");
  }

  @Test
  void tellsAnEmptyBatchFromAnEmptyDocument() {
    assertThat(reply("{cursor: {firstBatch: [], id: 0}}").firstDocument()).isEqualTo(Reply.NONE);
    assertThat(reply("{cursor: {firstBatch: [{}], id: 0}}").firstDocument()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{cursor: {id: 0}}", "{ok: 1}"})
  void doesNotTakeAReplyWithoutABatchForOneWithoutDocuments(String json) {
    assertThatThrownBy(() -> reply(json).firstDocument())
        .isInstanceOf(MongoException.class)
        .hasMessage("not a reply to find: " + BsonDocument.parse(json).toJson());
  }

  @Test
  void leavesTheBytesOfAReplyAloneWhenTheNextOneComes() {
    Reply reply = reply("{cursor: {firstBatch: [{f: 'first'}]}}");
    Map<String, ByteIterator> record = new HashMap<>();
    new BsonFields().read(reply.bytes(), reply.firstDocument(), record);
    reply("{cursor: {firstBatch: [{f: 'other'}]}}");
    assertThat(record).hasToString("{f=first}");
  }

  private Reply reply(String json) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(
            new BsonBinaryWriter(buffer),
            BsonDocument.parse(json),
            EncoderContext.builder().build());
    try (BsonBinaryReader reader = new BsonBinaryReader(buffer.getByteBuffers().get(0).asNIO())) {
      return codec.decode(reader, DecoderContext.builder().build());
    }
  }
}
