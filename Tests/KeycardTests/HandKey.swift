import CSecp256k1

/// A card's private-key operations, performed with the library only.
struct HandKey {
  let bytes: [UInt8]
  private static nonisolated(unsafe) let context: OpaquePointer = secp256k1_context_create(
    UInt32(SECP256K1_CONTEXT_NONE))

  init(_ bytes: [UInt8]) { self.bytes = bytes }
  init(filledWith byte: UInt8) { bytes = [UInt8](repeating: byte, count: 32) }

  var point: [UInt8] { serialized(UInt32(SECP256K1_EC_UNCOMPRESSED), 65) }
  var compressed: [UInt8] { serialized(UInt32(SECP256K1_EC_COMPRESSED), 33) }

  private func serialized(_ form: UInt32, _ count: Int) -> [UInt8] {
    var key = secp256k1_pubkey()
    _ = secp256k1_ec_pubkey_create(Self.context, &key, bytes)
    return Self.serialize(&key, form, count)
  }

  private static func serialize(_ key: inout secp256k1_pubkey, _ form: UInt32, _ count: Int) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: count)
    var length = count
    _ = secp256k1_ec_pubkey_serialize(context, &output, &length, &key, form)
    return output
  }

  /// The x coordinate of the other point multiplied by this number.
  func sharedX(_ point: [UInt8]) -> [UInt8] {
    var key = secp256k1_pubkey()
    _ = secp256k1_ec_pubkey_parse(Self.context, &key, point, point.count)
    _ = secp256k1_ec_pubkey_tweak_mul(Self.context, &key, bytes)
    return Array(Self.serialize(&key, UInt32(SECP256K1_EC_UNCOMPRESSED), 65)[1..<33])
  }

  /// A signature as r and s, with s in the lower half of its range.
  func sign(_ digest: [UInt8]) -> [UInt8] {
    var signature = secp256k1_ecdsa_signature()
    _ = secp256k1_ecdsa_sign(Self.context, &signature, digest, bytes, nil, nil)
    var output = [UInt8](repeating: 0, count: 64)
    _ = secp256k1_ecdsa_signature_serialize_compact(Self.context, &output, &signature)
    return output
  }

  /// A signature as r, s and v.
  func signRecoverably(_ digest: [UInt8]) -> [UInt8] {
    var signature = secp256k1_ecdsa_recoverable_signature()
    _ = secp256k1_ecdsa_sign_recoverable(Self.context, &signature, digest, bytes, nil, nil)
    var output = [UInt8](repeating: 0, count: 64)
    var recoveryID: Int32 = 0
    _ = secp256k1_ecdsa_recoverable_signature_serialize_compact(Self.context, &output, &recoveryID, &signature)
    return output + [UInt8(recoveryID)]
  }

  /// A signature in DER, with r and s as separate integers.
  static func der(_ compact: [UInt8]) -> [UInt8] {
    func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      let digits = Array(bytes.drop { $0 == 0 })
      let content = digits.first.map { $0 >= 0x80 } == false ? digits : [0] + digits
      return [0x02, UInt8(content.count)] + content
    }
    let inside = integer(compact[0..<32]) + integer(compact[32..<64])
    return [0x30, UInt8(inside.count)] + inside
  }

  /// The other valid signature: its s is the order minus s.
  static func highS(_ compact: [UInt8]) -> [UInt8] {
    var s = Array(compact[32..<64])
    _ = secp256k1_ec_seckey_negate(context, &s)
    return compact[0..<32] + s
  }
}
