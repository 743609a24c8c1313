import Crypto
import Encoding

extension Authenticator {
  private static let longestFragment = longestMessage - 64

  /// authenticatorLargeBlobs (CTAP 2.1 §6.10.2). What is kept is old or new as a whole: fragments stand in memory until the last has come.
  func largeBlobs(_ request: LargeBlobsRequest, _ walk: Walk?, on channel: UInt32) async throws -> CBORValue? {
    switch request.action {
    case .get(let count): return try await readLargeBlobs(count, from: request.offset)
    case .set(let fragment, let length): try await writeLargeBlobs(fragment, length, request, walk, on: channel)
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
    _ fragment: [UInt8], _ length: Int?, _ request: LargeBlobsRequest, _ walk: Walk?, on channel: UInt32
  ) async throws {
    guard fragment.count <= Self.longestFragment else { throw CTAPStatus.invalidLength }
    var write = try writing(length, at: request.offset, walk)
    let memory = try await memory()
    let isProtected = try await keys.pinStatus() != .notSet
    if try isProtected || memory.configuration().alwaysVerifies {
      guard let parameter = request.parameter else { throw CTAPStatus.puatRequired }
      let message =
        [UInt8](repeating: 0xff, count: 32) + [CTAPCommand.largeBlobs.rawValue, 0x00] + UInt32(clamping: request.offset).littleEndianBytes
        + SHA256.hash(data: fragment)
      try useToken(message, parameter, request.protocolNumber, for: .largeBlobWrite)
    }
    guard fragment.count <= write.length - write.bytes.count else { throw CTAPStatus.invalidParameter }
    write.bytes += fragment
    guard write.bytes.count == write.length else { return begin(.largeBlob(write), on: channel) }
    let content = write.bytes.dropLast(LargeBlobWrite.hashLength)
    guard SHA256.hash(data: Array(content)).prefix(LargeBlobWrite.hashLength).elementsEqual(write.bytes.suffix(LargeBlobWrite.hashLength)) else {
      throw CTAPStatus.integrityFailure
    }
    do { try memory.keep(largeBlobs: write.bytes) } catch ShelfError.full { throw CTAPStatus.largeBlobStorageFull }
  }

  /// The write that this fragment begins or goes on with.
  private func writing(_ length: Int?, at offset: Int, _ walk: Walk?) throws -> LargeBlobWrite {
    guard offset == 0 else {
      guard length == nil else { throw CTAPStatus.invalidParameter }
      guard case .largeBlob(let write)? = walk?.kind, write.bytes.count == offset else { throw CTAPStatus.invalidSequence }
      return write
    }
    guard let length else { throw CTAPStatus.invalidParameter }
    guard length <= settings.largeBlobArray else { throw CTAPStatus.largeBlobStorageFull }
    guard length > LargeBlobWrite.hashLength else { throw CTAPStatus.invalidParameter }
    return LargeBlobWrite(length: length)
  }
}
