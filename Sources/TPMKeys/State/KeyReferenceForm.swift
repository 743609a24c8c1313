import Authenticator

/// A key's reference: what only its TPM can read (E-10), and of the public area what is not the same for all keys of its kind. So it is
/// about 165 bytes, and fits with other things into the 255 of a U2F key handle.
struct KeyReferenceForm: Hashable {
  var use: KeyUse
  var guarded: KeyGuard
  var object: StoredObject

  /// Version, use, guard, what the TPM made up (33 bytes, or 32), what only the TPM can read.
  var encoded: [UInt8] { [Self.version, use.rawValue, guarded.rawValue] + object.unique + object.wrapped }
  private static let version = UInt8(1)

  init(use: KeyUse, guarded: KeyGuard, object: StoredObject) { (self.use, self.guarded, self.object) = (use, guarded, object) }

  /// `nil` where it is no reference.
  init?(_ bytes: [UInt8]) {
    var scanner = TPMScanner(bytes)
    guard bytes.count <= 1024, scanner.takeByte() == Self.version, let use = scanner.takeByte().flatMap(KeyUse.init(rawValue:)),
      let guarded = scanner.takeByte().flatMap(KeyGuard.init(rawValue:)), let unique = scanner.take(use == .signing ? 33 : 32)
    else { return nil }
    let wrapped = Array(bytes.dropFirst(3 + unique.count))
    guard !wrapped.isEmpty else { return nil }
    self.init(use: use, guarded: guarded, object: StoredObject(unique: unique, wrapped: wrapped))
  }

  /// The whole public area under a policy; `nil` where the point is none.
  func area(policy: [UInt8]) -> PublicArea? {
    switch use {
    case .signing: CurvePoint(compressed: object.unique).map { .signing(policy: policy, point: $0) }
    case .authenticationCode: .authenticationCode(policy: policy, unique: object.unique)
    }
  }
}
