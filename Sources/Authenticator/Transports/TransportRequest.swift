/// What a transport hands to the authenticator.
public enum TransportRequest: Hashable, Sendable {
  /// A CTAP2 command byte and its CBOR; the answer is a status and its CBOR.
  case cbor([UInt8])
  /// A U2F command APDU (CTAP1); the answer is a response APDU.
  case u2f([UInt8])
}
