package dev.tlsbench.relay.witness;

/** The bytes that encryption adds to a record. */
final class RecordExpansion {
  /** The tag of AES-GCM, ChaCha20-Poly1305 and AES-CCM (RFC 5116). */
  private static final int TAG = 16;

  /** The tag of the suites whose names end in CCM_8 (RFC 6655). */
  private static final int SHORT_TAG = 8;

  /** The part of the nonce that TLS 1.2 sends with AES-GCM and AES-CCM (RFC 5288, RFC 6655). */
  private static final int NONCE = 8;

  /** The type of the content, which TLS 1.3 encrypts (RFC 8446, section 5.2). */
  private static final int TYPE = 1;

  private static final int AES_BLOCK = 16;
  private static final int SHORT_BLOCK = 8;

  private RecordExpansion() {}

  /** Returns the smallest expansion of a record, without its header; padding may add more. */
  static int bytes(String protocol, String suite) {
    int tag = suite.endsWith("_CCM_8") || suite.endsWith("_CCM_8_SHA256") ? SHORT_TAG : TAG;
    if (protocol.equals("TLSv1.3")) {
      return tag + TYPE;
    }
    if (suite.contains("CHACHA20")) {
      return tag;
    }
    if (suite.contains("_GCM_") || suite.contains("_CCM")) {
      return tag + NONCE;
    }
    int block = suite.contains("3DES") ? SHORT_BLOCK : AES_BLOCK;
    // Since TLS 1.1 each record has its own initialization vector (RFC 4346, section
    // 6.2.3.2).
    boolean vector = !protocol.equals("TLSv1") && !protocol.equals("SSLv3");
    return mac(suite) + (suite.contains("_CBC_") ? 1 + (vector ? block : 0) : 0);
  }

  private static int mac(String suite) {
    if (suite.endsWith("_SHA384")) {
      return 48;
    }
    if (suite.endsWith("_SHA256")) {
      return 32;
    }
    return suite.endsWith("_MD5") ? 16 : 20;
  }
}
