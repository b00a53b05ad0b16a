package dev.tlsbench.embedded.mongodb;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.process.ServerTls;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The process of an {@link EmbeddedMongo}: serves until its standard input ends.
 *
 * <p>Arguments are {@code name=value}: {@code port}, {@code store} (a file; without it the data is
 * in memory), {@code keyStore} and {@code caFile} (they switch TLS on), {@code plain} ({@code
 * allowed} beside TLS), {@code legacy} ({@code allowed}: all suites that the JVM's policy permits),
 * {@code clientCertificate} ({@code required}), {@code protocols} and {@code cipherSuites}
 * (separated by commas), {@code delete} (a directory to delete at the end).
 */
final class MongoServerMain {
  /**
   * The time for which a write may stay only in memory, in milliseconds: the same as in a MongoDB
   * server, which writes its journal every 100 ms ({@code storage.journal.commitIntervalMs}).
   */
  private static final int COMMIT_MILLIS = 100;

  /**
   * The heap divided by the size of the cache. With H2's default of 16 MB some reads of 10,000
   * records go to the file.
   */
  private static final int CACHED_PART_OF_HEAP = 4;

  private static final int BYTES_OF_MEGABYTE = 1 << 20;

  private MongoServerMain() {}

  /** Runs the server; see the class. */
  public static void main(String[] args) {
    try {
      serve(args);
      System.exit(0);
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      e.printStackTrace();
      System.err.println("[ERROR] " + e.getMessage());
      System.exit(1);
    }
  }

  private static void serve(String[] args) throws GeneralSecurityException, IOException {
    Map<String, String> options = new HashMap<>();
    for (String arg : args) {
      String[] pair = arg.split("=", 2);
      options.put(pair[0], pair[1]);
    }
    Supplier<SSLEngine> engines = options.containsKey("keyStore") ? engines(options) : null;
    MongoListener listener =
        new MongoListener(
            backend(options.get("store")), engines, "allowed".equals(options.get("plain")));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(listener, options.get("delete"))));
    int port = listener.listen(Integer.parseInt(options.getOrDefault("port", "0")));
    System.out.println("listening on port " + port);
    System.in.transferTo(OutputStream.nullOutputStream());
  }

  private static MongoBackend backend(@Nullable String store) throws IOException {
    if (store == null) {
      return new MemoryBackend();
    }
    try {
      return new StoredBackend(open(store), store);
    } catch (MVStoreException e) {
      if (!StoredBackend.isDamage(e)) {
        throw e;
      }
      System.out.println("[WARN] " + StoredBackend.setAside(store, e));
      return new StoredBackend(open(store), store);
    }
  }

  private static MVStore open(String store) {
    long megabytes = Runtime.getRuntime().maxMemory() / CACHED_PART_OF_HEAP / BYTES_OF_MEGABYTE;
    MVStore opened =
        new MVStore.Builder()
            .fileName(store)
            .cacheSize((int) Math.min(megabytes, Integer.MAX_VALUE))
            .open();
    opened.setAutoCommitDelay(COMMIT_MILLIS);
    return opened;
  }

  /** Keeps the data in a file. */
  static final class StoredBackend extends H2Backend {
    private final String file;

    StoredBackend(MVStore store, String file) {
      super(store);
      this.file = file;
    }

    @Override
    public Document handleCommand(Channel channel, String database, String name, Document query) {
      return read(() -> super.handleCommand(channel, database, name, query));
    }

    @Override
    public QueryResult handleQuery(MongoQuery query) {
      return read(() -> super.handleQuery(query));
    }

    /**
     * Registers the version of the store that a command reads. Otherwise the store, which moves
     * records together when it is idle, frees the old places of records below a longer command:
     * "Chunk 574 not found".
     */
    <T> T read(Supplier<T> command) {
      MVStore.TxCounter version = getMvStore().registerVersionUsage();
      try {
        return command.get();
      } catch (MVStoreException e) {
        throw isDamage(e) ? new IllegalStateException(setAside(file, e), e) : e;
      } finally {
        getMvStore().deregisterVersionUsage(version);
      }
    }

    static boolean isDamage(MVStoreException e) {
      return switch (e.getErrorCode()) {
        case DataUtils.ERROR_WRITING_FAILED, DataUtils.ERROR_CLOSED, DataUtils.ERROR_FILE_LOCKED ->
            false;
        default -> true;
      };
    }

    /** Renames a damaged file, so that the next start does not find it, and describes this. */
    static String setAside(String file, MVStoreException damage) {
      Path kept = Path.of(file + ".damaged");
      try {
        Files.move(Path.of(file), kept, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        // Another command has renamed it, or opening it again fails for the same reason.
      }
      return "%s cannot be read (%s): it is kept as %s, and its records have to be loaded again"
          .formatted(file, damage.getMessage(), kept.getFileName());
    }
  }

  /**
   * Creates one engine at once, so that a suite that this JDK lacks is reported before any client
   * connects.
   */
  private static Supplier<SSLEngine> engines(Map<String, String> options)
      throws GeneralSecurityException, IOException {
    SSLContext context = context(options);
    SSLParameters parameters = context.getDefaultSSLParameters();
    if (options.containsKey("legacy")) {
      // The JDK disables RC4 by default even if its policy permits it.
      parameters.setCipherSuites(context.getSupportedSSLParameters().getCipherSuites());
    }
    if (options.containsKey("protocols")) {
      parameters.setProtocols(options.get("protocols").split(",", -1));
    }
    if (options.containsKey("cipherSuites")) {
      parameters.setCipherSuites(options.get("cipherSuites").split(",", -1));
    }
    parameters.setNeedClientAuth("required".equals(options.get("clientCertificate")));
    Supplier<SSLEngine> engines =
        () -> {
          SSLEngine engine = context.createSSLEngine();
          engine.setUseClientMode(false);
          engine.setSSLParameters(parameters);
          return engine;
        };
    SSLEngine first = engines.get();
    first.closeOutbound();
    return engines;
  }

  /** Returns one context for all connections, since it holds the sessions that clients resume. */
  private static SSLContext context(Map<String, String> options)
      throws GeneralSecurityException, IOException {
    char[] password = ServerTls.STORE_PASSWORD.toCharArray();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(Path.of(options.get("keyStore")).toFile(), password), password);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream pem = Files.newInputStream(Path.of(options.get("caFile")))) {
      Certificate ca = CertificateFactory.getInstance("X.509").generateCertificate(pem);
      trusted.setCertificateEntry("ca", ca);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static void end(MongoListener listener, @Nullable String directory) {
    listener.close();
    if (directory != null) {
      try {
        PrivateFiles.deleteRecursively(Path.of(directory));
      } catch (IOException e) {
        System.err.println(directory + " could not be deleted: " + e.getMessage());
      }
    }
  }
}
