import CFIDO
import Encoding
import HandsTools

/// Makes a passkey on a security key (WebAuthn Level 3 §5.1.3, in a browser's place).
struct KeyCreation: Sendable {
  let options: CreationOptions
  let origin: String
  let key: OpenKey
  let holder: any KeyHolder

  /// What the key made.
  private struct Made: Sendable {
    var id: [UInt8], authenticatorData: [UInt8], format: String, statement: [UInt8]
  }

  func answer() async throws -> KeyAnswer {
    guard PageOrigin.fits(origin, rpID: options.rpID) else { throw SecurityKeyProblem.wrongPlace }
    let clientData = ClientData(.create, challenge: options.challenge, origin: origin)
    var verification = HolderVerification.builtIn, excluded = options.excluded
    if !key.facts.hasVerification || options.verification == .discouraged {
      verification = .none
      if key.facts.hasPIN {
        let found: [[UInt8]]?
        (verification, found) = try await key.askPIN(holder, rpID: options.rpID, allowed: excluded)
        if key.facts.mostInList > 0, excluded.count > key.facts.mostInList { excluded = found ?? [] }
      } else if options.verification == .required {
        throw SecurityKeyProblem.noPIN
      }
    }
    await holder.isAwaited(.ofKey)
    let limit = TouchLimit(options.timeout), algorithm = try algorithm
    let (code, made) = await key.call(within: limit.milliseconds) { [verification, excluded] in
      perform($0, clientData, algorithm, verification, excluding: excluded)
    }
    guard code == FIDO_OK, let made else { throw limit.problem(code) }
    return try response(made, clientData)
  }

  /// The first algorithm in the site's order that the key can use. A key that lists none can use ES256 (CTAP 2.1 §6.4).
  private var algorithm: Int32 {
    get throws(SecurityKeyProblem) {
      let known = key.facts.algorithms.isEmpty ? [Int64(COSE_ES256)] : key.facts.algorithms
      guard let first = options.algorithms.first(where: known.contains) else { throw .unsupported }
      return Int32(clamping: first)
    }
  }

  private func perform(
    _ device: OpaquePointer, _ clientData: ClientData, _ algorithm: Int32, _ verification: HolderVerification,
    excluding excluded: [[UInt8]]
  ) -> (Int32, Made?) {
    guard let made = fido_cred_new() as OpaquePointer? else { return (FIDO_ERR_INTERNAL, nil) }
    defer {
      var freed: OpaquePointer? = made
      fido_cred_free(&freed)
    }
    let user = options.user
    var codes = [
      fido_cred_set_type(made, algorithm), fido_cred_set_rp(made, options.rpID, options.rpName),
      fido_cred_set_user(made, user.userID, user.userID.count, user.userName, user.displayName, nil),
      fido_cred_set_clientdata(made, clientData.bytes, clientData.bytes.count),
      fido_cred_set_rk(made, options.isDiscoverable ? FIDO_OPT_TRUE : FIDO_OPT_OMIT),
      fido_cred_set_uv(made, verification.isBuiltIn ? FIDO_OPT_TRUE : FIDO_OPT_OMIT),
    ]
    if options.wantsPRF, key.facts.extensions.contains("hmac-secret") {
      codes.append(fido_cred_set_extensions(made, FIDO_EXT_HMAC_SECRET))
    }
    codes += excluded.map { fido_cred_exclude(made, $0, $0.count) }
    if let refused = codes.first(where: { $0 != FIDO_OK }) { return (refused, nil) }
    let code = verification.withPIN { fido_dev_make_cred(device, made, $0) }
    guard code == FIDO_OK else { return (code, nil) }
    return (
      FIDO_OK,
      Made(
        id: AssertionRequest.bytes(fido_cred_id_ptr(made), fido_cred_id_len(made)),
        authenticatorData: AssertionRequest.bytes(fido_cred_authdata_raw_ptr(made), fido_cred_authdata_raw_len(made)),
        format: fido_cred_fmt(made).map { String(cString: $0) } ?? "none",
        statement: AssertionRequest.bytes(fido_cred_attstmt_ptr(made), fido_cred_attstmt_len(made)))
    )
  }

  private func response(_ made: Made, _ clientData: ClientData) throws -> KeyAnswer {
    let statement = options.stripsAttestation ? nil : try? CBORValue(decoding: made.statement, keyOrder: .any)
    let members: [(String, CBORValue)] = [
      ("fmt", .text(statement == nil ? "none" : made.format)), ("attStmt", statement ?? .map([])),
      ("authData", .bytes(made.authenticatorData[...])),
    ]
    let object = CBORValue.map(members.map { CBOREntry(key: .text($0), value: $1) }).encoded()
    let hasPRF = AttestedExtensions.has("hmac-secret", in: made.authenticatorData)
    let transports = key.facts.transports.isEmpty ? ["usb"] : key.facts.transports
    var json = JSONWriter()
    json.object { json in
      json.credential(made.id) {
        $0.member("credProps") { $0.object { $0.member("rk", options.isDiscoverable) } }
        if options.wantsPRF { $0.member("prf") { $0.object { $0.member("enabled", hasPRF) } } }
      }
      json.member("response") {
        $0.object {
          $0.member("clientDataJSON", base64URL: clientData.bytes)
          $0.member("attestationObject", base64URL: object)
          $0.member("transports") { $0.array(transports) { $0.string($1) } }
        }
      }
    }
    return KeyAnswer(
      credential: String(decoding: json.bytes, as: UTF8.self), id: made.id, userID: options.user.userID,
      mayStillOpen: hasPRF)
  }
}

/// The extensions in the authenticator data of a new credential (WebAuthn Level 3 §6.1).
enum AttestedExtensions {
  /// Returns `true` if the key granted this one.
  static func has(_ name: String, in data: [UInt8]) -> Bool {
    guard data.count >= 55, data[32] & 0xc0 == 0xc0 else { return false }
    let start = 55 + (Int(data[53]) << 8 | Int(data[54]))
    guard start < data.count else { return false }
    var reader = CBORReader(data, in: start..<data.count, keyOrder: .any)
    guard (try? reader.readValue()) != nil, let granted = try? reader.readValue() else { return false }
    return granted[name] == .boolean(true)
  }
}
