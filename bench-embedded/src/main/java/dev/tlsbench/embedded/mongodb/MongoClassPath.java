package dev.tlsbench.embedded.mongodb;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.tlsbench.embedded.process.ServerProgram;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.unix.UnixChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.resolver.AddressResolver;
import io.netty.util.concurrent.EventExecutor;
import java.io.File;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.h2.mvstore.MVStore;
import org.slf4j.LoggerFactory;

/**
 * The class path of the server's JVM: the server's dependencies, from this JVM's class path. The
 * rest is left out, above all its logging, which would write a line for each operation.
 */
final class MongoClassPath {
  private static final List<Class<?>> ONE_OF_EACH_JAR =
      List.of(
          MongoServerMain.class,
          MongoBackend.class,
          MemoryBackend.class,
          H2Backend.class,
          MVStore.class,
          ServerBootstrap.class,
          SslHandler.class,
          ByteToMessageDecoder.class,
          ByteBuf.class,
          AddressResolver.class,
          EventExecutor.class,
          UnixChannel.class,
          LoggerFactory.class);

  private MongoClassPath() {}

  static String get() {
    Set<String> places = new LinkedHashSet<>();
    for (Class<?> type : ONE_OF_EACH_JAR) {
      places.add(ServerProgram.placeOf(type).toString());
    }
    return String.join(File.pathSeparator, places);
  }
}
