import Authenticator
import Crypto
import Encoding

/// The state that a store keeps on disk. None of it unlocks anything by itself.
struct StoreState: Equatable {
  var slot: Slot
  /// The Name of the primary key. It identifies the TPM, and shows that the TPM has not been cleared since.
  var primary: [UInt8]
  /// The result of creating or resetting the store; `nil` until that is complete.
  var founded: Founded?
  var gate: Gate?

  struct Founded: Equatable {
    /// The epoch index's value.
    var epoch: [UInt8]
    /// The reference of the key from which the sealing key is derived.
    var sealing: KeyReferenceForm
  }
  struct Gate: Equatable {
    var object: StoredObject
    /// The gate with the next PIN, while the PIN is being changed.
    var next: [UInt8]?
  }

  /// A value that changes with each reset and each new PIN: the SHA-256 of the parts that these change.
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
    if let founded {
      members += [(.epoch, .bytes(founded.epoch[...])), (.sealing, .bytes(founded.sealing.encoded[...]))]
    }
    if let gate {
      members += [(.gate, .bytes(gate.object.unique[...])), (.wrappedGate, .bytes(gate.object.wrapped[...]))]
      if let next = gate.next { members.append((.nextGate, .bytes(next[...]))) }
    }
    return CBORValue.map(members.map { CBOREntry(key: .integer($0.rawValue), value: $1) }).encoded()
  }

  /// Decodes a state; returns `nil` if the bytes are damaged or of a different version.
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

/// A key's reference: the part that only its TPM can read (E-10), and the part of the public area that differs between
/// keys of its kind. It is therefore about 165 bytes long, and fits into a U2F key handle of 255 bytes together with
/// other data.
struct KeyReferenceForm: Hashable {
  var use: KeyUse
  var guarded: KeyGuard
  var object: StoredObject

  /// Version, use, guard, the part that the TPM generated (33 or 32 bytes), and the part that only the TPM can read.
  var encoded: [UInt8] { [Self.version, use.rawValue, guarded.rawValue] + object.unique + object.wrapped }
  private static let version = UInt8(1)

  init(use: KeyUse, guarded: KeyGuard, object: StoredObject) {
    (self.use, self.guarded, self.object) = (use, guarded, object)
  }

  /// Decodes a reference; returns `nil` if the bytes are not a reference.
  init?(_ bytes: [UInt8]) {
    var scanner = TPMScanner(bytes)
    guard bytes.count <= 1024, scanner.takeByte() == Self.version,
      let use = scanner.takeByte().flatMap(KeyUse.init(rawValue:)),
      let guarded = scanner.takeByte().flatMap(KeyGuard.init(rawValue:)),
      let unique = scanner.take(use == .signing ? 33 : 32)
    else { return nil }
    let wrapped = Array(bytes.dropFirst(3 + unique.count))
    guard !wrapped.isEmpty else { return nil }
    self.init(use: use, guarded: guarded, object: StoredObject(unique: unique, wrapped: wrapped))
  }

  /// Returns the whole public area under a policy, or `nil` if the point is not valid.
  func area(policy: [UInt8]) -> PublicArea? {
    switch use {
    case .signing: CurvePoint(compressed: object.unique).map { .signing(policy: policy, point: $0) }
    case .authenticationCode: .authenticationCode(policy: policy, unique: object.unique)
    }
  }
}
