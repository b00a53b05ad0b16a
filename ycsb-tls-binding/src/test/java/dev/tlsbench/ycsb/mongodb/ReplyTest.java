package dev.tlsbench.ycsb.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

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

class ReplyTest {
  private final Reply.Raw codec = new Reply.Raw();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{n: 1, ok: 1}",
        "{ok: 1.0, nModified: 0, n: 1.0}",
        "{n: {$numberLong: '1'}, writeError: 1}",
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
      })
  void seesThatAWriteFailedAlthoughTheCommandDidNot(String json) {
    assertThat(reply(json).hasWriteError()).isTrue();
    assertThat(reply(json)).hasToString(BsonDocument.parse(json).toJson());
  }

  @Test
  void findsTheFirstDocumentOfABatch() {
    Reply reply = reply("{cursor: {id: 0, ns: 'a.b', firstBatch: [{_id: 'k', f: 'v'}]}, ok: 1}");
    assertThat(reply.firstDocument()).isPositive();
    assertThat(reply.bytes()[reply.firstDocument()]).isEqualTo((byte) 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{cursor: {firstBatch: [], id: 0}}", "{cursor: {id: 0}}", "{ok: 1}"})
  void findsNoDocumentWhereThereIsNone(String json) {
    assertThat(reply(json).firstDocument()).isEqualTo(Reply.NONE);
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
