import Encoding

/// The parameters of authenticatorGetAssertion (CTAP 2.1 §6.2).
struct GetAssertionRequest: Sendable {
  let rpID: String
  let clientDataHash: [UInt8]
  /// `nil` where any discoverable credential will do. So will it where the list is empty.
  let allowed: [CredentialDescriptor]?
  let extensions: GetAssertionExtensions
  let options: CommandOptions
  let parameter: [UInt8]?
  let protocolNumber: Int64?

  init(_ map: ParameterMap) throws(CTAPStatus) {
    rpID = try map.text(0x01).required()
    clientDataHash = try map.clientDataHash(0x02)
    let items = try map.array(0x03) ?? []
    allowed = items.isEmpty ? nil : try CredentialDescriptor.list(items)
    extensions = try GetAssertionExtensions(try map.map(0x04))
    options = try CommandOptions(try map.map(0x05))
    parameter = try map.bytes(0x06)
    protocolNumber = try map.integer(0x07)
  }
}

/// What getAssertion is asked of the extensions (CTAP 2.1 §12).
struct GetAssertionExtensions: Sendable {
  let blob: Bool
  let hmacSecretInput: HMACSecretInput?
  let largeBlobKey: Bool

  init(_ map: ParameterMap?) throws(CTAPStatus) {
    blob = try map?.boolean("credBlob") ?? false
    if let input = try map?.map("hmac-secret") { hmacSecretInput = try HMACSecretInput(input) } else { hmacSecretInput = nil }
    let key = try map?.boolean("largeBlobKey")
    guard key != false else { throw .invalidOption }
    largeBlobKey = key == true
  }
}
