import Authenticator
import Crypto
import Encoding

extension CTAPClient {
  /// Reads the large-blob array, fragment by fragment (CTAP 2.1 §6.10.2).
  func largeBlobs(_ information: CTAPInformation) async throws(CTAPStatus) -> LargeBlobArray {
    let step = max(information.longestMessage - 64, 1)
    var serialized: [UInt8] = []
    while true {
      let answer = try await call(.largeBlobs, .parameters([1: .integer(Int64(step)), 3: .integer(Int64(serialized.count))]))
      guard let fragment = answer.bytes(1), fragment.count <= step else { throw .invalidCBOR }
      serialized += fragment
      guard fragment.count == step else { return LargeBlobArray(serialized) }
      guard serialized.count <= Deflated.longest else { throw .invalidLength }
    }
  }

  /// Replaces the array (CTAP 2.1 §6.10.2): each fragment is authenticated together with where it stands.
  func set(_ array: LargeBlobArray, _ information: CTAPInformation, by token: CTAPToken) async throws(CTAPStatus) {
    let serialized = array.serialized
    guard serialized.count <= max(information.longestLargeBlobArray, 1_024) else { throw .largeBlobStorageFull }
    let step = max(information.longestMessage - 64, 1)
    for offset in stride(from: 0, to: serialized.count, by: step) {
      let fragment = Array(serialized[offset..<min(offset + step, serialized.count)])
      let position = withUnsafeBytes(of: UInt32(offset).littleEndian) { Array($0) }
      let message = [UInt8](repeating: 0xff, count: 32) + [0x0c, 0x00] + position + SHA256.hash(data: fragment)
      _ = try await call(
        .largeBlobs,
        .parameters([
          2: .string(fragment), 3: .integer(Int64(offset)), 4: offset == 0 ? .integer(Int64(serialized.count)) : nil,
          5: .string(token.authenticate(message)), 6: .integer(CTAPSharedSecret.version),
        ]))
    }
  }
}
