package dev.tlsbench.experiment.run;

/** The times at which the parts of an epoch begin. */
interface Pace {
  /** Each part begins when the one before has ended. */
  Pace AT_ONCE =
      new Pace() {
        @Override
        public void opens() {}

        @Override
        public boolean starts(int window) {
          return true;
        }
      };

  /** Waits until connections may be opened. */
  void opens();

  /**
   * Waits for a window's time.
   *
   * @param window from 0 in each epoch
   * @return false if it has passed, so that the window must be left out
   */
  boolean starts(int window);
}
