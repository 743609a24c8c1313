import Encoding

/// What lies in authenticator data behind the counter (WebAuthn L3 §6.1). A platform only takes apart what it has to: the relying party judges it.
struct AuthenticatorDataParts: Sendable {
  var credentialID: [UInt8]?
  /// A COSE_Key.
  var publicKey: [UInt8]?
  var extensions: CBORValue?

  private static let headLength = 37, credentialHeadLength = 18

  init?(_ data: [UInt8]) {
    guard data.count >= Self.headLength else { return nil }
    let flags = AuthenticatorFlagBits(rawValue: data[32])
    var position = Self.headLength
    if flags.contains(.attestedCredential) {
      guard data.count >= position + Self.credentialHeadLength else { return nil }
      let length = Int(data[position + 16]) << 8 | Int(data[position + 17])
      position += Self.credentialHeadLength
      guard data.count >= position + length else { return nil }
      credentialID = Array(data[position..<position + length])
      var reader = CBORReader(data, in: position + length..<data.count)
      guard let key = try? reader.skip() else { return nil }
      publicKey = Array(data[key])
      position = key.upperBound
    }
    guard flags.contains(.extensions) else { return }
    var reader = CBORReader(data, in: position..<data.count)
    extensions = try? reader.readValue()
  }
}
