/// What an authenticator says while a request takes its time (CTAP 2.1 §11.2.9.1.6, §11.3.7.2).
public enum KeepaliveStatus: UInt8, Hashable, Sendable {
  /// It computes.
  case processing = 1
  /// It waits for the person.
  case personNeeded = 2
}
