import Encoding

/// What the shares of one policy make together: 64 bytes that open the master key.
public struct PolicyKey: Sendable {
  let secret: Secret

  /// - Parameters:
  ///   - shares: In the order of the policy's `uuids`.
  ///   - salt: The policy's, 64 bytes.
  public init(_ shares: [KeyShare], salt: [UInt8]) {
    secret = KeyDerivation.derive(64, salt: salt, from: Secret(joining: shares.map(\.secret)), info: Array("anastasis-policy-key-derive".utf8))
  }
  init(secret: Secret) { self.secret = secret }

  /// The key above the core secret, for the recovery document.
  public func seal(master: Secret) -> [UInt8] { Sealing.seal(master, under: secret, for: .master) }
  /// - Throws: `malformed`, `sealed`, `inconsistent` where what opens is no master key.
  public func open(master sealed: [UInt8]) throws(EscrowError) -> Secret {
    let master = try Sealing.open(sealed, under: secret, for: .master)
    guard master.count == DrawnBytes.masterCount else { throw EscrowError(.inconsistent, "a master key has 64 bytes") }
    return master
  }
}
