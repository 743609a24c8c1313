import Encoding

/// Whose credential it is (WebAuthn L3 §5.4.3).
struct CredentialUser: Hashable, Sendable {
  var id: [UInt8]
  var name: String?
  var displayName: String?

  init(id: [UInt8], name: String? = nil, displayName: String? = nil) {
    self.id = id
    self.name = name.map(CredentialName.cut)
    self.displayName = displayName.map(CredentialName.cut)
  }

  /// - Throws: `invalidLength` for a user handle that is empty or longer than 64 bytes.
  init(_ map: ParameterMap) throws(CTAPStatus) {
    let id = try map.bytes("id").required()
    guard (1...64).contains(id.count) else { throw .invalidLength }
    self.init(id: id, name: try map.text("name"), displayName: try map.text("displayName"))
  }

  /// Without names where nobody was verified who may read them (CTAP 2.1 §6.2.2).
  func encoded(withNames: Bool = true) -> CBORValue {
    .members([
      "id": .byteString(id), "name": withNames ? name.map(CBORValue.text) : nil,
      "displayName": withNames ? displayName.map(CBORValue.text) : nil,
    ])
  }
}
