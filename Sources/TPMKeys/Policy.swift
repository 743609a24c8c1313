import Authenticator
import Crypto

/// The conditions that a session has to meet, as the digest that the TPM keeps of them (TPM 2.0 Library, Part 1 §19.7).
/// Each function adds one condition.
struct Policy: Hashable {
  private(set) var digest = [UInt8](repeating: 0, count: 32)

  /// The index holds exactly these bytes (TPM2_PolicyNV).
  func index(_ name: [UInt8], equals bytes: [UInt8]) -> Self {
    let arguments = SHA256.hash(data: bytes + [0, 0] + [0, 0])  // from offset 0, operation "equal"
    return extended(Command.policyIndex, Array(arguments) + name)
  }
  /// The authorization value of that entity was shown (TPM2_PolicySecret, TPM2_PolicyTicket).
  func secret(of name: [UInt8]) -> Self {
    var policy = extended(Command.policySecret, name)
    policy.digest = Array(SHA256.hash(data: policy.digest))  // an empty policyRef
    return policy
  }
  /// The authorization value of the very entity that is used is shown.
  func authorizationValue() -> Self { extended(Command.policyAuthorizationValue, []) }
  /// The session is for this command alone.
  func command(_ code: UInt32) -> Self { extended(Command.policyCommandCode, TPMBytes.bigEndian(code)) }
  /// The index was never written.
  func indexUnwritten() -> Self { extended(Command.policyIndexWritten, [0]) }
  /// One of these policies is met, of 2 to 8.
  static func any(of digests: [[UInt8]]) -> Self { Self().extended(Command.policyOr, digests.flatMap { $0 }) }

  private func extended(_ command: UInt32, _ arguments: [UInt8]) -> Self {
    var policy = self
    policy.digest = Array(SHA256.hash(data: digest + TPMBytes.bigEndian(command) + arguments))
    return policy
  }
}

/// A store's place in the TPM's permanent memory for its three indexes: four handles of the range that belongs to the
/// owner (TCG Registry of Reserved TPM 2.0 Handles and Localities §2.2), the last of them unused.
struct Slot: Hashable {
  /// A multiple of 4.
  let base: UInt32
  /// Stands in each index, so that the store finds its own and takes no other's.
  let identity: [UInt8]

  static let range = UInt32(0x018a_0000)..<0x018b_0000
  static let width = UInt32(4)

  /// The epoch, whose value is raised at a reset. Keys bound to the old value are then lost for ever: a counter never
  /// comes back to a value, not even one that was removed and made anew, because the TPM begins each above all that it
  /// ever had (Part 1 §37.2.4).
  var epoch: IndexArea {
    IndexArea(handle: base, attributes: [.counter, .noDA, .authRead, .authWrite], policy: identity)
  }
  /// Counts signatures. One that is `orderly` is in memory between orderly shutdowns; after another end it goes on some
  /// steps further, and never back.
  func counter(orderly: Bool) -> IndexArea {
    let attributes: IndexAttributes = [.counter, .noDA, .authRead, .authWrite]
    return IndexArea(handle: base + 2, attributes: orderly ? attributes.union(.orderly) : attributes, policy: identity)
  }
  /// Counts wrong PINs. Its owner may read it and not write it: a count that could be written could be put back.
  var pin: IndexArea {
    IndexArea(
      handle: base + 1, attributes: [.pinFail, .noDA, .authRead, .ownerRead, .policyWrite],
      policy: Policy.any(of: pinBranches).digest)
  }
  /// The things that may be done to the PIN index: its limit is written once; whoever shows the PIN changes it; nobody
  /// can meet the third.
  var pinBranches: [[UInt8]] { [Self.writingOnce.digest, Self.changingPIN.digest, identity] }

  static let writingOnce = Policy().command(Command.writeIndex).indexUnwritten()
  static let changingPIN = Policy().command(Command.changeIndexAuthorization).authorizationValue()
}

/// The conditions that have to be met before a key of the store does anything.
struct Guards: Hashable {
  let slot: Slot
  /// The epoch index's value, 8 bytes.
  let epoch: [UInt8]

  /// The store was not reset since.
  var sameEpoch: Policy { Policy().index(slot.epoch.name(written: true), equals: epoch) }
  /// The store was not reset since, and the PIN index was shown the PIN.
  private var countedPIN: Policy { sameEpoch.secret(of: slot.pin.name(written: true)) }
  /// The gate opens to who shows the PIN twice: to the index, which counts eight tries, and to the gate itself. An
  /// index can be made anew, with the same Name and another PIN, by whoever owns the TPM; the gate cannot.
  var gateBranches: [[UInt8]] {
    [
      countedPIN.authorizationValue().digest,
      countedPIN.authorizationValue().command(Command.changeObjectAuthorization).digest,
    ]
  }
  var gate: [UInt8] { Policy.any(of: gateBranches).digest }

  func policy(for guarded: KeyGuard, gate: [UInt8]?) -> [UInt8]? {
    switch guarded {
    case .nothing: sameEpoch.digest
    case .pin: gate.map { sameEpoch.secret(of: $0).digest }
    }
  }
}
