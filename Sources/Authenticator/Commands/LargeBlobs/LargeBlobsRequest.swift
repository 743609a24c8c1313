import Encoding

/// The parameters of authenticatorLargeBlobs (CTAP 2.1 §6.10).
struct LargeBlobsRequest: Sendable {
  enum Action: Sendable {
    /// So many bytes.
    case get(Int)
    /// A fragment, and at offset 0 the length of the whole.
    case set([UInt8], length: Int?)
  }

  let action: Action
  let offset: Int
  let parameter: [UInt8]?
  let protocolNumber: Int64?

  init(_ map: ParameterMap) throws(CTAPStatus) {
    let (count, fragment) = (try map.unsigned(0x01), try map.bytes(0x02))
    guard let offset = try map.unsigned(0x03) else { throw .invalidParameter }
    self.offset = offset
    let length = try map.unsigned(0x04)
    parameter = try map.bytes(0x05)
    protocolNumber = try map.integer(0x06)
    switch (count, fragment) {
    case (let count?, nil):
      guard length == nil, parameter == nil, protocolNumber == nil else { throw .invalidParameter }
      action = .get(count)
    case (nil, let fragment?): action = .set(fragment, length: length)
    default: throw .invalidParameter
    }
  }
}

/// A serialized array of large blobs, and one that comes in fragments.
struct LargeBlobWrite: Sendable {
  /// An empty array: the CBOR of it, and the first half of its SHA-256.
  static let empty: [UInt8] = [
    0x80, 0x76, 0xbe, 0x8b, 0x52, 0x8d, 0x00, 0x75, 0xf7, 0xaa, 0xe9, 0x8d, 0x6f, 0xa5, 0x7a, 0x6d, 0x3c,
  ]
  /// The first half of a SHA-256 ends each of them.
  static let hashLength = 16

  let length: Int
  var bytes: [UInt8] = []
}
