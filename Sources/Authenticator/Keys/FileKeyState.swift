import Crypto
import Encoding
import Foundation

/// All that a file store keeps.
struct FileKeyState {
  static let name = "keys"

  /// Everything that this store seals depends on it.
  var root = Secret.random(count: 32)
  var counter: UInt32 = 0
  var pin: PIN?

  func derived(_ purpose: String) -> Secret {
    root.withBytes { root in
      let key = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: root), info: Data("latchstring file store 1: \(purpose)".utf8), outputByteCount: 32)
      return key.withUnsafeBytes { Secret($0) }
    }
  }

  /// So that files of another form are refused and not misread.
  private static let version: Int64 = 1

  var encoded: [UInt8] {
    CBORValue.members([
      0: .integer(Self.version), 1: root.withBytes { .byteString($0) }, 2: .number(counter), 3: pin?.encoded,
    ]).encoded()
  }

  init() {}

  init(_ bytes: [UInt8]) throws(KeyStoreError) {
    do {
      let map = try ParameterMap(decoding: bytes)
      guard try map.integer(0) == Self.version else { throw KeyStoreError(.failed, "the file is of another version") }
      root = Secret(try map.bytes(1).required())
      counter = UInt32(clamping: try map.integer(2).required())
      pin = try map.map(3).map(PIN.init)
    } catch { throw KeyStoreError(.failed, "the file is damaged") }
  }
}

extension FileKeyStore {
  /// A store that was never written begins: its secrets are on the disk before anything depends on them.
  func state() throws(KeyStoreError) -> FileKeyState {
    do { if let bytes = try folder.read(FileKeyState.name) { return try FileKeyState(bytes) } } catch { throw KeyStoreError(cause: error) }
    return try change { state throws(KeyStoreError) in state }
  }

  /// Reads, changes and writes, while nobody else does.
  func change<Result>(_ body: (inout FileKeyState) throws(KeyStoreError) -> Result) throws(KeyStoreError) -> Result {
    do {
      return try folder.alone { () throws -> Result in
        var state = try folder.read(FileKeyState.name).map(FileKeyState.init) ?? FileKeyState()
        let result = try body(&state)
        try folder.replace(FileKeyState.name, with: state.encoded)
        return result
      }
    } catch { throw KeyStoreError(cause: error) }
  }
}

extension KeyStoreError {
  init(cause: any Error) {
    switch cause {
    case let error as KeyStoreError: self = error
    case Folder.Failure.full: self.init(.full)
    case Folder.Failure.busy: self.init(.busy, "another program holds the key store's folder")
    case Folder.Failure.unavailable: self.init(.unavailable)
    default: self.init(.failed)
    }
  }
}

extension Secret {
  static func random(count: Int) -> Secret {
    Secret(byteCount: count) { bytes in
      var generator = SystemRandomNumberGenerator()
      for index in bytes.indices { bytes[index] = generator.next() }
    }
  }
}
