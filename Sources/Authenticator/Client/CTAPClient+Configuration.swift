import Crypto
import Encoding

extension CTAPClient {
  /// Toggles whether a PIN is required at each use (CTAP 2.1 §6.11.2). A token is needed once a PIN is set.
  public func toggleAlwaysVerify(_ token: ClientToken?) async throws { try await configure(0x02, nil, token) }

  /// Sets the minimum length of the PIN, which can only be increased (CTAP 2.1 §6.11.4).
  public func setMinimumPINLength(
    _ length: Int?, toldTo rpIDs: [String]? = nil, forcesChange: Bool = false, _ token: ClientToken?
  ) async throws {
    try await configure(
      0x03,
      .members([
        1: length.map { .number($0) }, 2: rpIDs.map { .array($0.map(CBORValue.text)) },
        3: forcesChange ? .boolean(true) : nil,
      ]), token)
  }

  private func configure(_ subcommand: UInt8, _ parameters: CBORValue?, _ token: ClientToken?) async throws {
    let message =
      [UInt8](repeating: 0xff, count: 32) + [CTAPCommand.authenticatorConfig.rawValue, subcommand]
      + (parameters?.encoded() ?? [])
    try await call(
      .authenticatorConfig,
      .members([
        1: .number(subcommand), 2: parameters, 3: token.map { .integer($0.version.rawValue) },
        4: token.map { .byteString($0.parameter(over: message)) },
      ]))
  }

  /// Returns the serialized array of large blobs after verifying its trailing hash (CTAP 2.1 §6.10).
  public func readLargeBlobs() async throws -> [UInt8] {
    let fragment = try await information().longestMessage - 64
    var array: [UInt8] = []
    while true {
      let part = try await answer(.largeBlobs, .members([1: .number(fragment), 3: .number(array.count)])).bytes(1)
        .present()
      array += part
      guard part.count == fragment else { break }
    }
    guard
      SHA256.hash(data: array.dropLast(LargeBlobWrite.hashLength)).prefix(LargeBlobWrite.hashLength)
        .elementsEqual(array.suffix(LargeBlobWrite.hashLength))
    else { throw UnreadableAnswer() }
    return array
  }

  /// - Parameter content: A CBOR array. Its hash is appended to it.
  public func writeLargeBlobs(_ content: [UInt8], _ token: ClientToken?) async throws {
    let fragment = try await information().longestMessage - 64
    let array = content + SHA256.hash(data: content).prefix(LargeBlobWrite.hashLength)
    for offset in stride(from: 0, to: array.count, by: fragment) {
      let part = Array(array[offset..<min(offset + fragment, array.count)])
      try await call(
        .largeBlobs,
        LargeBlobFragment(bytes: part, offset: offset, length: offset == 0 ? array.count : nil).parameters(token))
    }
  }
}

/// One fragment when writing large blobs.
struct LargeBlobFragment: Sendable {
  let bytes: [UInt8]
  let offset: Int
  /// The total length, in the first command only.
  let length: Int?

  func parameters(_ token: ClientToken?) -> CBORValue {
    let message =
      [UInt8](repeating: 0xff, count: 32) + [CTAPCommand.largeBlobs.rawValue, 0x00]
      + UInt32(clamping: offset).littleEndianBytes
      + SHA256.hash(data: bytes)
    return .members([
      2: .byteString(bytes), 3: .number(offset), 4: length.map { .number($0) },
      5: token.map { .byteString($0.parameter(over: message)) }, 6: token.map { .integer($0.version.rawValue) },
    ])
  }
}
