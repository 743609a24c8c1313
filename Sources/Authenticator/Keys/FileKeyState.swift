import Crypto
import CryptoExtras
import Encoding
import Foundation

/// The complete contents of a file store.
struct FileKeyState {
  static let name = "keys"

  /// The root secret from which every sealing key of this store is derived.
  var root = Secret.random(count: 32)
  var counter: UInt32 = 0
  var pin: PIN?

  func derived(_ purpose: String) -> Secret {
    root.withBytes { root in
      let key = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: root), info: Data("latchstring file store 1: \(purpose)".utf8),
        outputByteCount: 32)
      return key.withUnsafeBytes { Secret($0) }
    }
  }

  /// The format version, so that files in a different format are rejected instead of misread.
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
  /// Returns the state. A new store writes its secrets to disk before anything depends on them.
  func state() throws(KeyStoreError) -> FileKeyState {
    do { if let bytes = try folder.read(FileKeyState.name) { return try FileKeyState(bytes) } } catch {
      throw KeyStoreError(cause: error)
    }
    return try change { state throws(KeyStoreError) in state }
  }

  /// Reads, changes and writes the state while holding the folder's lock.
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

extension FileKeyState {
  /// The form in which a file stores the PIN: a private key, sealed with a key derived from the PIN (scrypt, RFC 7914),
  /// and the number of tries left.
  struct PIN {
    /// The maximum number of tries that CTAP allows (CTAP 2.1 §6.5.5.7).
    static let tries = 8

    var retries = Self.tries
    /// The public key to which keys that require the PIN are sealed: an uncompressed point, 65 bytes.
    let publicKey: [UInt8]
    /// The salt of the key derivation, different for each PIN.
    let salt: [UInt8]
    private let sealed: [UInt8]

    init(_ pin: Secret, opening key: P256.KeyAgreement.PrivateKey) throws(KeyStoreError) {
      let salt = Secret.random(count: 16).withBytes { Array($0) }
      self.salt = salt
      publicKey = Array(key.publicKey.x963Representation)
      do {
        let box = try AES.GCM.seal(key.rawRepresentation, using: try Self.stretched(pin, salt))
        sealed = Array(box.nonce) + box.ciphertext + box.tag
      } catch { throw KeyStoreError(.failed) }
    }

    /// Returns the private key, or `nil` for a wrong PIN.
    func open(_ pin: Secret) throws(KeyStoreError) -> P256.KeyAgreement.PrivateKey? {
      let key: SymmetricKey
      do { key = try Self.stretched(pin, salt) } catch { throw KeyStoreError(.failed) }
      guard let box = try? AES.GCM.SealedBox(combined: sealed), let opened = try? AES.GCM.open(box, using: key) else {
        return nil
      }
      return try? P256.KeyAgreement.PrivateKey(rawRepresentation: opened)
    }

    /// Derives a key from the PIN. Each guess takes about 10 ms and 8 MB.
    private static func stretched(_ pin: Secret, _ salt: [UInt8]) throws -> SymmetricKey {
      try pin.withBytes {
        try KDF.Scrypt.deriveKey(from: $0, salt: salt, outputByteCount: 32, rounds: 8192, blockSize: 8, parallelism: 1)
      }
    }

    var encoded: CBORValue {
      .members([1: .number(retries), 2: .byteString(salt), 3: .byteString(sealed), 4: .byteString(publicKey)])
    }

    init(_ map: ParameterMap) throws(CTAPStatus) {
      retries = try map.unsigned(1).required()
      (salt, sealed, publicKey) = (
        try map.bytes(2).required(), try map.bytes(3).required(), try map.bytes(4).required()
      )
    }
  }
}
