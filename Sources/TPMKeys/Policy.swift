import Authenticator
import Crypto

/// The conditions that a session must meet, represented by the digest that the TPM stores (TPM 2.0 Library, Part 1
/// §19.7). Each function adds one condition.
struct Policy: Hashable {
  private(set) var digest = [UInt8](repeating: 0, count: 32)

  /// The index must hold exactly these bytes (TPM2_PolicyNV).
  func index(_ name: [UInt8], equals bytes: [UInt8]) -> Self {
    let arguments = SHA256.hash(data: bytes + [0, 0] + [0, 0])  // from offset 0, operation "equal"
    return extended(Command.policyIndex, Array(arguments) + name)
  }
  /// The authorization value of that entity must have been shown (TPM2_PolicySecret, TPM2_PolicyTicket).
  func secret(of name: [UInt8]) -> Self {
    var policy = extended(Command.policySecret, name)
    policy.digest = Array(SHA256.hash(data: policy.digest))  // an empty policyRef
    return policy
  }
  /// The authorization value of the entity being used must be shown.
  func authorizationValue() -> Self { extended(Command.policyAuthorizationValue, []) }
  /// The session may be used for this command only.
  func command(_ code: UInt32) -> Self { extended(Command.policyCommandCode, TPMBytes.bigEndian(code)) }
  /// The index must never have been written.
  func indexUnwritten() -> Self { extended(Command.policyIndexWritten, [0]) }
  /// One of these 2 to 8 policies must be met.
  static func any(of digests: [[UInt8]]) -> Self { Self().extended(Command.policyOr, digests.flatMap { $0 }) }

  private func extended(_ command: UInt32, _ arguments: [UInt8]) -> Self {
    var policy = self
    policy.digest = Array(SHA256.hash(data: digest + TPMBytes.bigEndian(command) + arguments))
    return policy
  }
}

/// A store's place in the TPM's permanent memory for its three indexes. It has four handles in the owner's range (TCG
/// Registry of Reserved TPM 2.0 Handles and Localities §2.2), of which the last is unused.
struct Slot: Hashable {
  /// The first handle, a multiple of 4.
  let base: UInt32
  /// The store's identity, included in each index, so that the store recognizes its own indexes.
  let identity: [UInt8]

  static let range = UInt32(0x018a_0000)..<0x018b_0000
  static let width = UInt32(4)

  /// The epoch, whose value is raised by a reset. Keys bound to the old value are then permanently lost: a counter
  /// never returns to an earlier value, even if it is removed and recreated, because the TPM starts each new counter
  /// above the highest value that any counter has ever had (Part 1 §37.2.4).
  var epoch: IndexArea {
    IndexArea(handle: base, attributes: [.counter, .noDA, .authRead, .authWrite], policy: identity)
  }
  /// Counts signatures. An `orderly` counter is kept in memory between orderly shutdowns; after any other shutdown it
  /// jumps some steps ahead, but never goes back.
  func counter(orderly: Bool) -> IndexArea {
    let attributes: IndexAttributes = [.counter, .noDA, .authRead, .authWrite]
    return IndexArea(handle: base + 2, attributes: orderly ? attributes.union(.orderly) : attributes, policy: identity)
  }
  /// Counts wrong PINs. Its owner may read it but not write it, because a writable count could be reset.
  var pin: IndexArea {
    IndexArea(
      handle: base + 1, attributes: [.pinFail, .noDA, .authRead, .ownerRead, .policyWrite],
      policy: Policy.any(of: pinBranches).digest)
  }
  /// The permitted operations on the PIN index. Its limit can be written once, anyone who proves the PIN can change it,
  /// and no one can satisfy the third branch.
  var pinBranches: [[UInt8]] { [Self.writingOnce.digest, Self.changingPIN.digest, identity] }

  static let writingOnce = Policy().command(Command.writeIndex).indexUnwritten()
  static let changingPIN = Policy().command(Command.changeIndexAuthorization).authorizationValue()
}

/// The conditions that must be met before a key of the store can be used.
struct Guards: Hashable {
  let slot: Slot
  /// The epoch index's value, 8 bytes.
  let epoch: [UInt8]

  /// The condition that the store has not been reset since.
  var sameEpoch: Policy { Policy().index(slot.epoch.name(written: true), equals: epoch) }
  /// The condition that the store has not been reset since, and that the PIN was shown to the PIN index.
  private var countedPIN: Policy { sameEpoch.secret(of: slot.pin.name(written: true)) }
  /// The gate opens if the PIN is shown twice: to the index, which allows eight tries, and to the gate itself. The
  /// TPM's owner can recreate an index with the same Name and a different PIN, but cannot recreate the gate.
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
