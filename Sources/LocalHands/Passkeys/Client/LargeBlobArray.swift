import Crypto
import Encoding
import Foundation

/// The large-blob array of an authenticator (CTAP 2.1 §6.10.2, §6.10.3): entries that only who has a credential's key can open.
struct LargeBlobArray: Sendable {
  private var entries: [CBORValue]

  /// Reads the serialized array with its checksum; one that is damaged counts as empty, as the specification says.
  init(_ serialized: [UInt8]) {
    let (array, checksum) = (serialized.dropLast(16), serialized.suffix(16))
    let isWhole = serialized.count >= 17 && SHA256.hash(data: Array(array)).prefix(16).elementsEqual(checksum)
    entries = isWhole ? (try? CBORValue(decoding: Array(array)))?.array ?? [] : []
  }

  var serialized: [UInt8] {
    let array = CBORValue.array(entries).encoded()
    return array + SHA256.hash(data: array).prefix(16)
  }

  /// The blob of the credential with this key.
  func blob(_ key: Secret) -> [UInt8]? { entries.lazy.compactMap { Self.open($0, key) }.first }

  /// Puts a blob in place of that of the credential with this key.
  mutating func set(_ blob: [UInt8], _ key: Secret) throws {
    let packed = try Deflated.pack(blob)
    let sealed = try AES.GCM.seal(packed, using: key.withBytes { SymmetricKey(data: $0) }, authenticating: Self.additional(blob.count))
    entries.removeAll { Self.open($0, key) != nil }
    entries.append(
      .parameters([1: .string(Array(sealed.ciphertext + sealed.tag)), 2: .string(Array(sealed.nonce)), 3: .integer(Int64(blob.count))]))
  }

  private static func open(_ entry: CBORValue, _ key: Secret) -> [UInt8]? {
    let entry = CTAPAnswer(entry)
    guard let sealed = entry.bytes(1), sealed.count >= 16, let nonce = entry.bytes(2), let size = entry.integer(3),
      (0...Int64(Deflated.longest)).contains(size),
      let box = try? AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed.dropLast(16), tag: sealed.suffix(16)),
      let packed = try? AES.GCM.open(box, using: key.withBytes { SymmetricKey(data: $0) }, authenticating: additional(Int(size)))
    else { return nil }
    return Deflated.unpack(Array(packed), size: Int(size))
  }

  private static func additional(_ size: Int) -> [UInt8] { Array("blob".utf8) + withUnsafeBytes(of: UInt64(size).littleEndian) { Array($0) } }
}
