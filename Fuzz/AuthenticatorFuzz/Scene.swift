import Authenticator
import Crypto
import Encoding
import Foundation
import Synchronization

/// An authenticator with a PIN and three credentials: the initial state for each input.
struct Scene: Sendable {
  static let pin = Secret(Array("1234".utf8)), site = "example.org", hash = [UInt8](repeating: 7, count: 32)

  let keys: MemoryKeys, storage: MemoryStorage
  let authenticator: Authenticator
  let client: CTAPClient

  private init(_ keys: MemoryKeys, _ storage: MemoryStorage, alwaysVerifies: Bool) {
    (self.keys, self.storage) = (keys, storage)
    var settings = AuthenticatorSettings()
    settings.alwaysVerifiesAtFirst = alwaysVerifies
    authenticator = Authenticator(keys: keys, storage: storage, person: Willing(), settings: settings)
    client = CTAPClient(authenticator)
  }

  /// The credentials' ids: two of stored credentials, and one that contains its whole credential.
  static let ids = Mutex<[[UInt8]]>([])
  private static let prepared: (keys: MemoryKeys, storage: MemoryStorage) = {
    let scene = Scene(MemoryKeys(), MemoryStorage(), alwaysVerifies: false)
    Blocking.wait {
      do {
        try await scene.client.setPIN(pin)
        for user in 0..<3 as Range<UInt8> {
          var command = MakeCredentialCommand(clientDataHash: hash, rpID: site, userID: [user])
          command.token = try await scene.client.token(pin: pin, .makeCredential, rpID: site)
          command.isDiscoverable = user < 2
          command.extensions = ["hmac-secret": .boolean(true), "credBlob": .bytes([1])]
          if let id = try await scene.client.makeCredential(command).credentialID { ids.withLock { $0.append(id) } }
        }
      } catch { fatalError("the fuzzer's own authenticator: \(error)") }
    }
    return (scene.keys, scene.storage)
  }()

  init(alwaysVerifies: Bool) {
    self.init(Self.prepared.keys.copy, Self.prepared.storage.copy, alwaysVerifies: alwaysVerifies)
  }

  /// Sends a request and checks its answer.
  func send(_ request: [UInt8]) async {
    let answer = await authenticator.respond(to: request)
    guard let status = answer.first.flatMap(CTAPStatus.init) else { preconditionFailure("an answer without a status") }
    guard answer.count > 1 else { return }
    precondition(status == .success, "more than a status after a refusal")
    precondition(
      (try? CBORValue(decoding: Array(answer.dropFirst())).encoded()) == Array(answer.dropFirst()),
      "an answer that is not canonical")
  }

  /// Seals bytes as the authenticator does: under keys that it derives from the store's.
  static func seal(_ bytes: [UInt8], _ purpose: String, bound: [UInt8]) -> [UInt8] {
    let root = MemoryKeys.sealingKey.withBytes { SymmetricKey(data: $0) }
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: root, info: Data("latchstring authenticator: \(purpose)".utf8), outputByteCount: 32)
    guard let box = try? AES.GCM.seal(bytes, using: key, authenticating: bound) else { return [] }
    return Array(box.nonce) + box.ciphertext + box.tag
  }
}
