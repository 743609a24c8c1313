/// The extensions that a page asks for and that mean something here; all others are passed over, as WebAuthn has it.
struct ExtensionRequest: Hashable, Sendable {
  enum LargeBlob: Hashable, Sendable {
    case support(isRequired: Bool)
    case read
    case write([UInt8])
  }
  var credProps = false
  var prf: PRFRequest?
  var largeBlob: LargeBlob?
  /// As CTAP numbers them (CTAP 2.1 §12.1).
  var credentialProtection: Int64?
  var enforcesCredentialProtection = false
  var credBlob: [UInt8]?
  var getCredBlob = false
  var minPinLength = false
  var hmacCreateSecret = false

  init(_ details: DetailsReader) throws(BrowserFailure) {
    guard let inputs = try details.object("extensions") else { return }
    credProps = try inputs.boolean("credProps") ?? false
    if let input = try inputs.object("prf") { prf = try PRFRequest(input) }
    if let input = try inputs.object("largeBlob") { largeBlob = try Self.largeBlob(input) }
    if let policy = try inputs.string("credentialProtectionPolicy") {
      guard let index = Self.policies.firstIndex(of: policy) else { throw BrowserFailure(.syntax) }
      credentialProtection = Int64(index + 1)
    }
    enforcesCredentialProtection = try inputs.boolean("enforceCredentialProtectionPolicy") ?? false
    credBlob = try inputs.bytes("credBlob")
    getCredBlob = try inputs.boolean("getCredBlob") ?? false
    minPinLength = try inputs.boolean("minPinLength") ?? false
    hmacCreateSecret = try inputs.boolean("hmacCreateSecret") ?? false
  }
  private static let policies = ["userVerificationOptional", "userVerificationOptionalWithCredentialIDList", "userVerificationRequired"]

  private static func largeBlob(_ input: DetailsReader) throws(BrowserFailure) -> LargeBlob? {
    let (support, read, write) = (try input.string("support"), try input.boolean("read") ?? false, try input.bytes("write"))
    guard [support != nil, read, write != nil].filter(\.self).count <= 1 else { throw BrowserFailure(.notSupported) }
    if let write { return .write(write) }
    return read ? .read : support.map { .support(isRequired: $0 == "required") }
  }
}
