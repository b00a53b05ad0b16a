package dev.tlsbench.measure.driver;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Streams that record the end of reads and the start of writes in a timeline. */
public final class WatchedStreams {
  private WatchedStreams() {}

  /** Returns a stream that records the end of each read. */
  public static InputStream input(InputStream in, Timeline timeline) {
    return new Input(in, timeline);
  }

  /** Returns a stream that records the start of each write. */
  public static OutputStream output(OutputStream out, Timeline timeline) {
    return new Output(out, timeline);
  }

  private static final class Input extends FilterInputStream {
    private final Timeline timeline;

    Input(InputStream in, Timeline timeline) {
      super(in);
      this.timeline = timeline;
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      timeline.read();
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      timeline.read();
      return read;
    }
  }

  private static final class Output extends FilterOutputStream {
    private final Timeline timeline;

    Output(OutputStream out, Timeline timeline) {
      super(out);
      this.timeline = timeline;
    }

    @Override
    public void write(int b) throws IOException {
      timeline.write();
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      timeline.write();
      out.write(bytes, offset, length);
    }
  }
}
