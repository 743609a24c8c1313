import Encoding

/// The attestation object (WebAuthn Level 3 §6.5.4): format, statement and authenticator data.
public struct AttestationObject: Sendable {
  /// The format of the statement.
  public let format: String
  /// The statement, still encoded.
  let statementBytes: Range<Int>
  /// The authenticator data.
  public let authenticatorData: AuthenticatorData
  private let bytes: [UInt8]

  /// Reads all of `bytes`. The keys may be in any order: browsers and platforms, which assemble this object, never
  /// agreed on one.
  public init(_ bytes: [UInt8]) throws(AuthenticatorDataError) {
    let parts: (format: Range<Int>, statement: Range<Int>, data: Range<Int>)
    do { parts = try Self.parts(of: bytes) } catch { throw .cbor(error) }
    self.bytes = bytes
    format = String(decoding: bytes[parts.format], as: UTF8.self)
    statementBytes = parts.statement
    authenticatorData = try AuthenticatorData(Array(bytes[parts.data]))
  }

  /// The statement, a map.
  public var statement: CBORValue {
    get throws(CBORError) {
      var reader = CBORReader(bytes, in: statementBytes, keyOrder: .any)
      return try reader.readValue()
    }
  }

  private static func parts(of bytes: [UInt8]) throws(CBORError) -> (Range<Int>, Range<Int>, Range<Int>) {
    var reader = CBORReader(bytes, keyOrder: .any)
    var format: Range<Int>?
    var statement: Range<Int>?
    var data: Range<Int>?
    var keys = CBORKeys()
    for _ in 0..<(try reader.readMapCount()) {
      let start = reader.position
      let key = try reader.readText()
      try keys.insert(start..<reader.position, in: bytes, order: .any)
      if reader.isText(key, "fmt") {
        format = try reader.readText()
      } else if reader.isText(key, "attStmt") {
        let major = try reader.nextMajorType()
        guard major == 5 || major == 4 else { throw .unexpectedType }
        statement = try reader.skip()
      } else if reader.isText(key, "authData") {
        data = try reader.readByteString()
      } else {
        try reader.skip()
      }
    }
    try reader.finish()
    guard let format, let statement, let data else { throw .unexpectedType }
    return (format, statement, data)
  }
}

/// How the key's origin is attested (WebAuthn Level 3 §6.5.4).
public enum AttestationType: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing is attested.
  case none
  /// Signed with the credential's own key.
  case `self`
  /// Signed with a key of the model, or by an attestation CA: the two cannot be distinguished.
  case basic
  /// A CA that issues a certificate for each attestation key.
  case attestationCA = "attca"
  /// A CA that issues a certificate for each credential.
  case anonymizationCA = "anonca"
}
