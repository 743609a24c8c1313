import Crypto
import Encoding

/// What a store remembers on the disk. None of it opens anything by itself.
struct StoreState: Equatable {
  var slot: Slot
  /// The Name of the primary key: which TPM it is, and that nobody cleared it since.
  var primary: [UInt8]
  /// What came to be when the store was made or reset; `nil` while that is not done.
  var founded: Founded?
  var gate: Gate?

  struct Founded: Equatable {
    /// The epoch index's value.
    var epoch: [UInt8]
    /// Gives the sealing key.
    var sealing: KeyReferenceForm
  }
  struct Gate: Equatable {
    var object: StoredObject
    /// The gate with the next PIN, while the PIN is being changed.
    var next: [UInt8]?
  }

  /// Other bytes after each reset and for each PIN: SHA-256 of what they change.
  var generation: [UInt8] {
    guard let founded else { return [] }
    let parts = [slot.identity, founded.epoch, gate?.object.unique ?? [], gate?.object.wrapped ?? []]
    return Array(SHA256.hash(data: parts.flatMap(TPMBytes.sized)))
  }

  var guards: Guards? { founded.map { Guards(slot: slot, epoch: $0.epoch) } }
  var gateArea: PublicArea? {
    guard let guards, let gate else { return nil }
    return .gate(policy: guards.gate, unique: gate.object.unique)
  }
}

extension StoreState {
  private enum Member: Int64 { case version = 0, base, identity, primary, epoch, sealing, gate, wrappedGate, nextGate }
  private static let version = Int64(1)

  var encoded: [UInt8] {
    var members: [(Member, CBORValue)] = [
      (.version, .integer(Self.version)), (.base, .integer(Int64(slot.base))), (.identity, .bytes(slot.identity[...])),
      (.primary, .bytes(primary[...])),
    ]
    if let founded { members += [(.epoch, .bytes(founded.epoch[...])), (.sealing, .bytes(founded.sealing.encoded[...]))] }
    if let gate {
      members += [(.gate, .bytes(gate.object.unique[...])), (.wrappedGate, .bytes(gate.object.wrapped[...]))]
      if let next = gate.next { members.append((.nextGate, .bytes(next[...]))) }
    }
    return CBORValue.map(members.map { CBOREntry(key: .integer($0.rawValue), value: $1) }).encoded()
  }

  /// `nil` where it is damaged, or of another version.
  init?(_ bytes: [UInt8]) {
    guard let entries = try? CBORValue(decoding: bytes).map else { return nil }
    func value(_ member: Member) -> CBORValue? { entries.first { $0.key.integer == member.rawValue }?.value }
    func string(_ member: Member) -> [UInt8]? { value(member)?.byteString.map(Array.init) }
    guard value(.version)?.integer == Self.version, let base = value(.base)?.integer.flatMap({ UInt32(exactly: $0) }),
      Slot.range.contains(base), base % Slot.width == 0, let identity = string(.identity), identity.count == 32,
      let primary = string(.primary)
    else { return nil }
    (slot, self.primary) = (Slot(base: base, identity: identity), primary)
    guard let epoch = string(.epoch) else { return }
    guard epoch.count == 8, let sealing = string(.sealing).flatMap(KeyReferenceForm.init) else { return nil }
    founded = Founded(epoch: epoch, sealing: sealing)
    guard let unique = string(.gate) else { return }
    guard let wrapped = string(.wrappedGate) else { return nil }
    gate = Gate(object: StoredObject(unique: unique, wrapped: wrapped), next: string(.nextGate))
  }
}
