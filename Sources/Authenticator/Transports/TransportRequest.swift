/// A request from a transport to the authenticator.
public enum TransportRequest: Hashable, Sendable {
  /// A CTAP2 command byte and its CBOR. The response is a status byte and its CBOR.
  case cbor([UInt8])
  /// A U2F command APDU (CTAP1). The response is a response APDU.
  case u2f([UInt8])
}

/// The status that an authenticator reports during a request (CTAP 2.1 §11.2.9.1.6, §11.3.7.2).
public enum KeepaliveStatus: UInt8, Hashable, Sendable {
  /// The authenticator is busy computing.
  case processing = 1
  /// The authenticator is waiting for the person.
  case personNeeded = 2
}
