import CFIDO
import Encoding

/// One request for assertions, as libfido2 sends it (CTAP 2.1 §6.2).
struct AssertionRequest: Sendable {
  var rpID: String
  var clientData: [UInt8]
  var allowed: [[UInt8]]
  var verification: HolderVerification
  /// The salt of `hmac-secret`, 32 bytes; `nil` if it is not asked for.
  var salt: [UInt8]?
  var needsTouch = true

  /// An assertion that the key made.
  struct Found: Sendable {
    var id: [UInt8], authenticatorData: [UInt8], signature: [UInt8]
    var account: KeyAccount
    var secret: Secret?

    /// `true` if the key verified its holder (WebAuthn Level 3 §6.1).
    var isVerified: Bool { authenticatorData.count > 32 && authenticatorData[32] & 0x04 != 0 }
  }

  init(rpID: String, clientData: [UInt8], allowed: [[UInt8]], verification: HolderVerification) {
    self.rpID = rpID; self.clientData = clientData; self.allowed = allowed; self.verification = verification
  }

  /// Sends the request and waits. The code is libfido2's; `FIDO_OK` comes with one assertion or more.
  func perform(_ device: OpaquePointer) -> (code: Int32, found: [Found]) {
    guard let assertion = fido_assert_new() as OpaquePointer? else { return (FIDO_ERR_INTERNAL, []) }
    defer {
      var freed: OpaquePointer? = assertion
      fido_assert_free(&freed)
    }
    var codes = [
      fido_assert_set_rp(assertion, rpID), fido_assert_set_clientdata(assertion, clientData, clientData.count),
      fido_assert_set_up(assertion, needsTouch ? FIDO_OPT_OMIT : FIDO_OPT_FALSE),
      fido_assert_set_uv(assertion, verification.isBuiltIn ? FIDO_OPT_TRUE : FIDO_OPT_OMIT),
    ]
    codes += allowed.map { fido_assert_allow_cred(assertion, $0, $0.count) }
    if let salt {
      codes += [
        fido_assert_set_extensions(assertion, FIDO_EXT_HMAC_SECRET),
        fido_assert_set_hmac_salt(assertion, salt, salt.count),
      ]
    }
    if let refused = codes.first(where: { $0 != FIDO_OK }) { return (refused, []) }
    let code = verification.withPIN { fido_dev_get_assert(device, assertion, $0) }
    guard code == FIDO_OK else { return (code, []) }
    let found = (0..<fido_assert_count(assertion)).compactMap { Self.found(assertion, $0) }
    return found.isEmpty ? (FIDO_ERR_RX_INVALID_CBOR, []) : (FIDO_OK, found)
  }

  private static func found(_ assertion: OpaquePointer, _ at: Int) -> Found? {
    // libfido2 gives the authenticator data as the key sent it: a byte string of CBOR.
    let data = bytes(fido_assert_authdata_ptr(assertion, at), fido_assert_authdata_len(assertion, at))
    guard let plain = try? CBORValue(decoding: data).byteString else { return nil }
    let account = KeyAccount(
      userID: bytes(fido_assert_user_id_ptr(assertion, at), fido_assert_user_id_len(assertion, at)),
      userName: fido_assert_user_name(assertion, at).map { String(cString: $0) },
      displayName: fido_assert_user_display_name(assertion, at).map { String(cString: $0) })
    let secret = fido_assert_hmac_secret_ptr(assertion, at).map {
      Secret(UnsafeBufferPointer(start: $0, count: fido_assert_hmac_secret_len(assertion, at)))
    }
    return Found(
      id: bytes(fido_assert_id_ptr(assertion, at), fido_assert_id_len(assertion, at)), authenticatorData: Array(plain),
      signature: bytes(fido_assert_sig_ptr(assertion, at), fido_assert_sig_len(assertion, at)), account: account,
      secret: secret)
  }

  /// Copies bytes of libfido2's.
  static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    start.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
  }
}
