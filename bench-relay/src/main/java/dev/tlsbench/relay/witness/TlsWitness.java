package dev.tlsbench.relay.witness;

import dev.tlsbench.core.tls.wire.HandshakeReader;
import dev.tlsbench.core.tls.wire.MessageStream;
import dev.tlsbench.core.tls.wire.RecordStream;
import dev.tlsbench.core.tls.wire.ServerParameters;
import dev.tlsbench.relay.witness.WitnessedTls.Alert;
import dev.tlsbench.relay.witness.WitnessedTls.Choice;
import dev.tlsbench.relay.witness.WitnessedTls.Handshake;
import dev.tlsbench.relay.witness.WitnessedTls.Traffic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bouncycastle.tls.AlertDescription;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes of a TLS connection in both directions, as an observer without keys sees them:
 * ClientHello, ServerHello, alerts, and the headers of all records. It never fails, whatever the
 * input; it counts the bytes that are not TLS.
 *
 * <p>It buffers at most one message in each direction, up to 64 KiB of a ClientHello and 16 KiB of
 * a server's message, and none of them once the handshake is completed.
 *
 * <p>Not safe to share between threads.
 */
public final class TlsWitness {
  private static final int CLIENT_HELLO = 1;
  private static final int LONGEST_HELLO = 1 << 16;

  /** The length of an unencrypted alert. */
  private static final int ALERT = 2;

  private static final int FATAL = 2;

  /** A limit, since a peer may send warnings without end. */
  private static final int MOST_ALERTS = 16;

  /**
   * The lengths of an encrypted alert under TLS 1.3: with its type, and a tag of 8 or 16 bytes;
   * SunJSSE pads by 16. No other message of a client that ends its handshake has such a length;
   * data may.
   */
  private static final Set<Integer> ENCRYPTED_ALERT =
      Set.of(ALERT + 1 + 8, ALERT + 1 + 16, ALERT + 1 + 32);

  private final ClientSide client = new ClientSide();
  private final ServerSide server = new ServerSide();
  private final List<Alert> alerts = new ArrayList<>();
  private @Nullable ClientOffer offer;
  private @Nullable Choice choice;
  private long now;
  private long started;
  private boolean begun;
  private boolean completed;
  private boolean failed;
  private boolean clientSpoke;

  /** Side whose last record may be data or a closing alert. */
  private @Nullable Side undecided;

  private long exchanges;
  private @Nullable Long nanos;

  /** Takes the client's next bytes, and their time of arrival by {@link System#nanoTime}. */
  public void fromClient(ByteBuffer bytes, long nanoTime) {
    now = nanoTime;
    client.accept(bytes);
  }

  /** Takes the server's next bytes, and their time of arrival by {@link System#nanoTime}. */
  public void fromServer(ByteBuffer bytes, long nanoTime) {
    now = nanoTime;
    server.accept(bytes);
  }

  /** {@return true once both sides have ended the handshake; under TLS 1.3 that is inferred} */
  public boolean isCompleted() {
    return completed;
  }

  /** {@return true once either side sent bytes that are not TLS} */
  public boolean isForeign() {
    return client.records.foreign() || server.records.foreign();
  }

  /**
   * {@return the number of times that the client sent data first or after the server's, since the
   * end of the handshake: round trips of log-in and queries}
   */
  public long exchanges() {
    return exchanges;
  }

  /** {@return the observations so far} */
  public WitnessedTls seen() {
    return new WitnessedTls(
        offer,
        choice,
        new Handshake(completed, isTls13(), nanos),
        List.copyOf(alerts),
        client.traffic(),
        server.traffic());
  }

  private boolean isTls13() {
    return choice != null && choice.protocol().equals("TLSv1.3");
  }

  /** One direction. */
  private abstract class Side implements RecordStream.Reader {
    final RecordStream records = new RecordStream();
    private int type;
    private int length;
    private int alert;
    private long bytes;
    private long count;
    private int largest;
    private long handshakeBytes;
    private long laterRecords;
    private boolean changedCipher;

    /** True once it has sent its last message of the handshake, or possibly the last. */
    boolean finished;

    abstract boolean isOfClient();

    final void accept(ByteBuffer taken) {
      bytes += taken.remaining();
      records.accept(taken, this);
      taken.position(taken.limit());
    }

    @Override
    public final boolean beginRecord(int ofType, int ofLength) {
      type = ofType;
      length = ofLength;
      count++;
      largest = Math.max(largest, length);
      if (!begun) {
        begun = true;
        started = now;
      }
      if (completed) {
        laterRecords++;
        countExchange(this);
        return false;
      }
      handshakeBytes += RecordStream.HEADER + length;
      return !isEncrypted() && (type == RecordStream.HANDSHAKE || isAlert());
    }

    final boolean isEncryptedAlert() {
      return type == RecordStream.ALERT || (isTls13() && ENCRYPTED_ALERT.contains(length));
    }

    private boolean isAlert() {
      return type == RecordStream.ALERT && length == ALERT;
    }

    /** Under TLS 1.3 the type shows it; before, ChangeCipherSpec does. */
    private boolean isEncrypted() {
      return changedCipher || type == RecordStream.APPLICATION_DATA;
    }

    @Override
    public final void payload(ByteBuffer part) {
      if (type == RecordStream.HANDSHAKE) {
        handshake(part);
      } else {
        while (part.hasRemaining()) {
          alert = ((alert << 8) | (part.get() & 0xFF)) & 0xFFFF;
        }
      }
    }

    /** Receives the payload of handshake records that are not encrypted. */
    abstract void handshake(ByteBuffer part);

    @Override
    public final void endRecord() {
      if (completed) {
        return;
      }
      if (type == RecordStream.CHANGE_CIPHER_SPEC) {
        changeCipherSpec();
        // Under TLS 1.3 it is sent for middleboxes (RFC 8446, appendix D.4).
        changedCipher = choice != null && !isTls13();
      } else if (isEncrypted()) {
        encrypted(type, length);
      } else if (isAlert()) {
        failed |= alert >> 8 == FATAL;
        if (alerts.size() < MOST_ALERTS) {
          alerts.add(new Alert(isOfClient(), AlertDescription.getName((short) (alert & 0xFF))));
        }
      }
    }

    /** Receives the announcement that the next record is encrypted, below TLS 1.3. */
    abstract void changeCipherSpec();

    /** Receives the end of an encrypted record of the handshake. */
    abstract void encrypted(int ofType, int ofLength);

    final Traffic traffic() {
      int expansion =
          choice == null ? 0 : RecordExpansion.bytes(choice.protocol(), choice.cipherSuite());
      return new Traffic(
          bytes,
          count,
          largest,
          handshakeBytes,
          handshakeBytes + laterRecords * (RecordStream.HEADER + expansion));
    }
  }

  private final class ClientSide extends Side implements MessageStream.Reader {
    private final MessageStream messages = new MessageStream();
    private boolean helloRead;

    @Override
    boolean isOfClient() {
      return true;
    }

    @Override
    void handshake(ByteBuffer part) {
      messages.accept(part, this);
    }

    @Override
    public boolean begin(int type, int length) {
      return type == CLIENT_HELLO && length <= LONGEST_HELLO && !helloRead;
    }

    /** Reads only the first of two, which shows the preferences of the client. */
    @Override
    public void message(int type, byte[] body) {
      helloRead = true;
      offer = ClientOffer.parse(body);
    }

    @Override
    public boolean isDone() {
      return choice != null;
    }

    @Override
    void changeCipherSpec() {}

    @Override
    void encrypted(int type, int length) {
      if (choice == null) {
        // Early data.
        return;
      }
      if (isTls13()) {
        if (server.finished) {
          end(isEncryptedAlert());
        }
      } else if (type == RecordStream.HANDSHAKE) {
        finished = true;
        endIfBothFinished();
      }
    }
  }

  private final class ServerSide extends Side {
    private final HandshakeReader reader = new HandshakeReader();

    @Override
    boolean isOfClient() {
      return false;
    }

    @Override
    void handshake(ByteBuffer part) {
      reader.handshakeBytes(part);
      look();
    }

    @Override
    void changeCipherSpec() {
      reader.changeCipherSpec();
      look();
    }

    private void look() {
      ServerParameters hello = reader.hello();
      if (choice == null && hello != null && reader.settled()) {
        choice =
            new Choice(
                hello.protocol(),
                hello.cipherSuite(),
                reader.namedGroup(),
                reader.retry() != null,
                reader.resumed());
      }
    }

    @Override
    void encrypted(int type, int length) {
      if (isTls13()) {
        finished = true;
      } else if (type == RecordStream.HANDSHAKE) {
        finished = true;
        endIfBothFinished();
      }
    }
  }

  /**
   * Counts a record after the handshake; a possible closing alert counts when another record
   * follows.
   */
  private void countExchange(Side side) {
    if (undecided != null) {
      countData(undecided);
      undecided = null;
    }
    if (side.type == RecordStream.ALERT) {
      return;
    }
    if (side.isEncryptedAlert()) {
      undecided = side;
    } else {
      countData(side);
    }
  }

  private void countData(Side side) {
    if (side.isOfClient() && !clientSpoke) {
      exchanges++;
    }
    clientSpoke = side.isOfClient();
  }

  private void endIfBothFinished() {
    if (client.finished && server.finished) {
      end(false);
    }
  }

  private void end(boolean turnedAway) {
    if (failed) {
      return;
    }
    if (turnedAway) {
      failed = true;
      alerts.add(new Alert(true, "encrypted"));
      return;
    }
    completed = true;
    if (offer == null || !offer.earlyData()) {
      nanos = now - started;
    }
  }
}
