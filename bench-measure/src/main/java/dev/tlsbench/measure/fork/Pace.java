package dev.tlsbench.measure.fork;

/** The times at which the parts of an epoch begin. */
interface Pace {
  /** Each part begins when the previous one has ended. */
  Pace AT_ONCE =
      new Pace() {
        @Override
        public void opens() {}

        @Override
        public long starts(int window, long nanos) {
          return nanos;
        }
      };

  /** Waits until connections may be opened. */
  void opens();

  /**
   * Waits for a window's time.
   *
   * @param window from 0 in each epoch
   * @param nanos the length of a window
   * @return the remaining time of the window; 0 if too little is left, so that it must be left out
   */
  long starts(int window, long nanos);
}
