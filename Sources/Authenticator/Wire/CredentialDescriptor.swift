import Encoding

/// A reference to a credential in a list (WebAuthn L3 §5.8.3).
struct CredentialDescriptor: Hashable, Sendable {
  /// The value of `type` for the only kind of credential.
  static let publicKey = "public-key"

  let id: [UInt8]

  init(id: [UInt8]) { self.id = id }

  /// Returns `nil` for a credential of an unknown kind. Such entries are ignored.
  init?(_ value: CBORValue) throws(CTAPStatus) {
    let map = try ParameterMap(value)
    let (type, id) = (try map.text("type").required(), try map.bytes("id").required())
    guard type == Self.publicKey else { return nil }
    self.id = id
  }

  /// - Throws: `limitExceeded` if there are more than ``most``.
  static func list(_ items: [CBORValue]) throws(CTAPStatus) -> [CredentialDescriptor] {
    guard items.count <= most else { throw .limitExceeded }
    var list: [CredentialDescriptor] = []
    for item in items { if let descriptor = try CredentialDescriptor(item) { list.append(descriptor) } }
    return list
  }
  /// The maximum length of a list (`maxCredentialCountInList` in the information).
  static let most = 64

  var encoded: CBORValue { .members(["id": .byteString(id), "type": .text(Self.publicKey)]) }
}
