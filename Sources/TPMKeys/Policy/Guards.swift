import Authenticator

/// What has to be shown before a key of the store does anything.
struct Guards: Hashable {
  let slot: Slot
  /// The epoch index's value, 8 bytes.
  let epoch: [UInt8]

  /// No reset since.
  var sameEpoch: Policy { Policy().index(slot.epoch.name(written: true), equals: epoch) }
  /// No reset since, and the PIN index was shown the PIN.
  private var countedPIN: Policy { sameEpoch.secret(of: slot.pin.name(written: true)) }
  /// The gate opens to who shows the PIN twice: to the index, which counts eight tries, and to the gate itself. An index can be made anew,
  /// with the same Name and another PIN, by whoever owns the TPM; the gate cannot.
  var gateBranches: [[UInt8]] {
    [countedPIN.authorizationValue().digest, countedPIN.authorizationValue().command(Command.changeObjectAuthorization).digest]
  }
  var gate: [UInt8] { Policy.any(of: gateBranches).digest }

  func policy(for guarded: KeyGuard, gate: [UInt8]?) -> [UInt8]? {
    switch guarded {
    case .nothing: sameEpoch.digest
    case .pin: gate.map { sameEpoch.secret(of: $0).digest }
    }
  }
}
