import Crypto
import Encoding

extension Authenticator {
  private static let longestFragment = longestMessage - 64

  /// Performs authenticatorLargeBlobs (CTAP 2.1 §6.10.2). The stored array is replaced as a whole. Fragments are kept
  /// in memory until the last one arrives.
  func largeBlobs(
    _ request: LargeBlobsRequest, _ stateful: StatefulCommand?, on channel: UInt32
  ) async throws -> CBORValue? {
    switch request.action {
    case .get(let count): return try await readLargeBlobs(count, from: request.offset)
    case .set(let fragment, let length): try await writeLargeBlobs(fragment, length, request, stateful, on: channel)
    }
    return nil
  }

  private func readLargeBlobs(_ count: Int, from offset: Int) async throws -> CBORValue {
    guard count <= Self.longestFragment else { throw CTAPStatus.invalidLength }
    let array = try await memory().largeBlobs() ?? LargeBlobWrite.empty
    guard offset <= array.count else { throw CTAPStatus.invalidParameter }
    return .members([1: .byteString(array.dropFirst(offset).prefix(count))])
  }

  private func writeLargeBlobs(
    _ fragment: [UInt8], _ length: Int?, _ request: LargeBlobsRequest, _ stateful: StatefulCommand?, on channel: UInt32
  ) async throws {
    guard fragment.count <= Self.longestFragment else { throw CTAPStatus.invalidLength }
    var write = try writing(length, at: request.offset, stateful)
    let memory = try await memory()
    let isProtected = try await keys.pinStatus() != .notSet
    if try isProtected || memory.configuration().alwaysVerifies {
      guard let parameter = request.parameter else { throw CTAPStatus.puatRequired }
      let message =
        [UInt8](repeating: 0xff, count: 32) + [CTAPCommand.largeBlobs.rawValue, 0x00]
        + UInt32(clamping: request.offset).littleEndianBytes
        + SHA256.hash(data: fragment)
      try useToken(message, parameter, request.protocolNumber, for: .largeBlobWrite)
    }
    guard fragment.count <= write.length - write.bytes.count else { throw CTAPStatus.invalidParameter }
    write.bytes += fragment
    guard write.bytes.count == write.length else { return begin(.largeBlob(write), on: channel) }
    let content = write.bytes.dropLast(LargeBlobWrite.hashLength)
    guard
      SHA256.hash(data: Array(content)).prefix(LargeBlobWrite.hashLength).elementsEqual(
        write.bytes.suffix(LargeBlobWrite.hashLength))
    else {
      throw CTAPStatus.integrityFailure
    }
    do { try memory.keep(largeBlobs: write.bytes) } catch StorageError.full { throw CTAPStatus.largeBlobStorageFull }
  }

  /// Returns the write operation that this fragment begins or continues.
  private func writing(_ length: Int?, at offset: Int, _ stateful: StatefulCommand?) throws -> LargeBlobWrite {
    guard offset == 0 else {
      guard length == nil else { throw CTAPStatus.invalidParameter }
      guard case .largeBlob(let write)? = stateful?.kind, write.bytes.count == offset else {
        throw CTAPStatus.invalidSequence
      }
      return write
    }
    guard let length else { throw CTAPStatus.invalidParameter }
    guard length <= settings.largeBlobArray else { throw CTAPStatus.largeBlobStorageFull }
    guard length > LargeBlobWrite.hashLength else { throw CTAPStatus.invalidParameter }
    return LargeBlobWrite(length: length)
  }
}

/// The parameters of authenticatorLargeBlobs (CTAP 2.1 §6.10).
struct LargeBlobsRequest: Sendable {
  enum Action: Sendable {
    /// Reads up to this number of bytes.
    case get(Int)
    /// Writes a fragment. The fragment at offset 0 states the total length.
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

/// A serialized array of large blobs, received in fragments.
struct LargeBlobWrite: Sendable {
  /// An empty array: its CBOR encoding, followed by the first half of the SHA-256 of that encoding.
  static let empty: [UInt8] = [
    0x80, 0x76, 0xbe, 0x8b, 0x52, 0x8d, 0x00, 0x75, 0xf7, 0xaa, 0xe9, 0x8d, 0x6f, 0xa5, 0x7a, 0x6d, 0x3c,
  ]
  /// Each array ends with the first half of its SHA-256.
  static let hashLength = 16

  let length: Int
  var bytes: [UInt8] = []
}
