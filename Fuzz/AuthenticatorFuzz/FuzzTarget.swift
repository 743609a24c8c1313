import Authenticator
import Encoding
import Foundation
import TPMKeys

/// The inputs of an authenticator: commands from clients, APDUs and reports from transports, credential ids, and its
/// own files, which may be damaged or foreign; also another authenticator's answers to our own client. The first byte
/// of an input chooses one.
enum FuzzTarget: UInt8, CaseIterable {
  case commands, strictCommands, u2f, reports, cards, record, piece, credentialID, fileState, fileReference, tpmState,
    answers

  private static let folder: String = {
    var name = Array("/tmp/latchstring-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { fatalError("no folder can be made in /tmp") }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  /// Reads the input. It may be refused; it may not cause a trap, a hang, or a malformed answer.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .commands: Blocking.wait { await Self.commands(bytes, alwaysVerifies: false) }
    case .strictCommands: Blocking.wait { await Self.commands(bytes, alwaysVerifies: true) }
    case .u2f: Blocking.wait { await Self.u2f(bytes) }
    case .reports: Self.reports(bytes)
    case .cards: Self.cards(bytes)
    case .record: Blocking.wait { await Self.use(bytes, as: "credential-0123456789abcdef-00") }
    case .piece: Blocking.wait { await Self.use(bytes, as: bytes.first == 0 ? "configuration" : "large-blobs") }
    case .credentialID: Blocking.wait { await Self.credentialID(bytes) }
    case .fileState: Blocking.wait { await Self.fileState(bytes) }
    case .fileReference: Blocking.wait { await Self.fileReference(bytes) }
    case .tpmState:
      try? Data(bytes).write(to: URL(filePath: Self.folder + "/tpm-store"))
      _ = try? TPMKeyStore(folder: Self.folder, device: "none").generation()
    case .answers: Blocking.wait { await Self.answers(bytes) }
    }
  }

  /// Sends several commands in a row to one authenticator. Those of an even kind are sent unchanged, those of an odd
  /// kind as by a client that knows the PIN, and one in sixteen changes the PIN.
  private static func commands(_ bytes: [UInt8], alwaysVerifies: Bool) async {
    let scene = Scene(alwaysVerifies: alwaysVerifies)
    for piece in Pieces(bytes) {
      if piece.kind & 15 == 14 {
        try? await scene.client.changePIN(from: Scene.pin, to: Secret(piece.bytes))
      } else if piece.kind & 15 == 13 {
        await salted(piece.bytes, scene)
      } else {
        await scene.send(piece.kind.isMultiple(of: 2) ? piece.bytes : await Authorized(scene).request(piece.bytes))
      }
    }
    await scene.send([0x04])
  }

  /// Uses the bytes as salts, encrypted as by a platform.
  private static func salted(_ bytes: [UInt8], _ scene: Scene) async {
    let whole = Array(bytes.prefix(96)) + [UInt8](repeating: 0, count: (16 - min(bytes.count, 96) % 16) % 16)
    guard let agreement = try? await scene.client.agree(), let input = try? agreement.hmacSecretInput([Secret(whole)]),
      let token = try? await scene.client.token(pin: Scene.pin, .getAssertion, rpID: Scene.site)
    else { return }
    var command = GetAssertionCommand(rpID: Scene.site, clientDataHash: Scene.hash)
    (command.extensions, command.token) = (["hmac-secret": input], token)
    _ = try? await scene.client.getAssertion(command)
  }

  private static func u2f(_ bytes: [UInt8]) async {
    let scene = Scene(alwaysVerifies: false)
    for piece in Pieces(bytes) {
      let answer = await scene.authenticator.respond(toU2F: piece.bytes)
      precondition(answer.count >= 2, "an answer without a status")
    }
  }

  /// Uses arbitrary content that was sealed properly and is in storage.
  private static func use(_ bytes: [UInt8], as name: String) async {
    let scene = Scene(alwaysVerifies: false), content = name.hasPrefix("credential") ? bytes : Array(bytes.dropFirst())
    try? scene.storage.write(Scene.seal(content, "pieces on the shelf 1", bound: Array(name.utf8)), as: name)
    await scene.send([0x04])
    if let token = try? await scene.client.token(pin: Scene.pin, .credentialManagement) {
      let listed = (try? await scene.client.listCredentials(token)) ?? []
      for credential in listed { try? await scene.client.deleteCredential(credential.credentialID, token) }
    }
    _ = try? await scene.client.readLargeBlobs()
    await scene.send(await Authorized(scene).request([0x0d] + [0xa1, 0x01, 0x02]))
  }

  /// Tries the bytes as a credential id, both unchanged and as the properly sealed content of one.
  private static func credentialID(_ bytes: [UInt8]) async {
    let scene = Scene(alwaysVerifies: false), bound = Array(bytes.prefix(1)) + [UInt8](repeating: 0, count: 31)
    for id in [bytes, Scene.seal(bytes, "credential ids 1", bound: bound)] {
      var command = GetAssertionCommand(rpID: Scene.site, clientDataHash: Scene.hash)
      command.allowed = [id]
      _ = try? await scene.client.getAssertion(command)
      let length = UInt8(clamping: id.count), data = Scene.hash + bound + [length] + id.prefix(Int(length))
      let head: [UInt8] = [0, 0x02, 0x03, 0, 0, UInt8(data.count >> 8), UInt8(data.count & 0xff)]
      _ = await scene.authenticator.respond(toU2F: head + data)
    }
  }

  private static func fileState(_ bytes: [UInt8]) async {
    guard let store = try? FileKeyStore(path: folder + "/state") else { return }
    try? Data(bytes).write(to: URL(filePath: folder + "/state/keys"))
    _ = (try? await store.generation(), try? await store.pinStatus(), try? await store.sealingKey())
    guard let made = try? await store.makeKey(.signing, guard: .nothing) else { return }
    let signature = try? await store.sign([1], with: made.reference, leave: nil)
    precondition(signature != nil, "a key that does not open in the state that made it")
  }
  private static func fileReference(_ bytes: [UInt8]) async {
    guard let store = try? FileKeyStore(path: folder + "/reference"), let first = bytes.first else { return }
    let reference = KeyReference(Array(bytes.dropFirst()))
    let signature = try? await store.sign([1], with: reference, leave: nil)
    precondition(signature == nil, "a key that this store did not make")
    if first == 0 { _ = try? await store.authenticationCode(of: [1], with: reference, leave: nil) }
  }

  /// Another authenticator's answers to our client.
  private static func answers(_ bytes: [UInt8]) async {
    let pieces = Array(Pieces(bytes))
    for ask in 0..<6 {
      let turn = Turn(pieces)
      let client = CTAPClient { _ in turn.next() }
      switch ask {
      case 0: _ = try? await client.information()
      case 1:
        _ = try? await client.makeCredential(
          MakeCredentialCommand(clientDataHash: Scene.hash, rpID: Scene.site, userID: [1])
        ).extensions
      case 2:
        _ = try? await client.getAssertion(GetAssertionCommand(rpID: Scene.site, clientDataHash: Scene.hash)).extensions
      case 3:
        if let token = try? await client.token(pin: Scene.pin, .credentialManagement) {
          _ = try? await client.listCredentials(token)
        }
      case 4: _ = (try? await client.pinRetries(), try? await client.verificationRetries())
      default: _ = try? await client.readLargeBlobs()
      }
    }
  }
}
