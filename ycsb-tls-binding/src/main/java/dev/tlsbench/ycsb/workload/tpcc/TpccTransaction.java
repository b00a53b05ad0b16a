package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.workload.TransactionThread;
import java.util.concurrent.TimeUnit;

/** The five transactions, with the mix of clause 5.2.3 and the times of clause 5.2.5. */
enum TpccTransaction {
  NEW_ORDER(45, 18, 12),
  PAYMENT(43, 3, 12),
  ORDER_STATUS(4, 2, 10),
  DELIVERY(4, 2, 5),
  STOCK_LEVEL(4, 2, 5);

  private final int percent;
  private final int keyingSeconds;
  private final int thinkSeconds;

  TpccTransaction(int percent, int keyingSeconds, int thinkSeconds) {
    this.percent = percent;
    this.keyingSeconds = keyingSeconds;
    this.thinkSeconds = thinkSeconds;
  }

  /** Draws a transaction, as in clause 5.2.4.1. */
  static TpccTransaction draw() {
    int drawn = TpccRandom.uniform(1, 100);
    for (TpccTransaction transaction : values()) {
      drawn -= transaction.percent;
      if (drawn <= 0) {
        return transaction;
      }
    }
    return NEW_ORDER;
  }

  /** Draws the input; repeating the transaction does not change it. */
  TransactionThread.Transaction<TpccConnection> input(TpccOptions options, TpccRandom random) {
    return switch (this) {
      case NEW_ORDER -> new NewOrder(options, random);
      case PAYMENT -> new Payment(options, random);
      case ORDER_STATUS -> new OrderStatus(options, random);
      case DELIVERY -> new Delivery(options);
      case STOCK_LEVEL -> new StockLevel(options);
    };
  }

  long keyingNanos() {
    return TimeUnit.SECONDS.toNanos(keyingSeconds);
  }

  /** Returns an exponentially distributed time, ten means at most, for a number from 0 to 1. */
  long thinkNanos(double drawn) {
    double means = Math.min(10, -Math.log(1 - drawn));
    return Math.round(means * TimeUnit.SECONDS.toNanos(thinkSeconds));
  }
}
