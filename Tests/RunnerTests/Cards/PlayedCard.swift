import AccountService
import CSecp256k1
import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Keycard

/// A simulated card in a reader, as its hands would report it, with its own key. Its signatures can be spoiled.
struct PlayedCard {
  let key: Secp256k1PrivateKey
  /// The secret that opens the Master Key.
  let unlocking = ServerEnvironment.live.randomBytes(32)
  var isRehearsal = false
  var contents = CardFacts.Contents.keys
  /// Makes the hands misbehave by changing what is sent.
  var spoil: (inout Said) -> Void = { _ in }
  /// Everything it signed, in order.
  private(set) var signed: [String] = []

  /// A statement and the evidence sent for it.
  struct Said {
    var purpose: String, origin = Client.origin, account: [UInt8], challenge: [UInt8]
    /// The key that signs; the key that is sent is still this card's.
    var signer: Secp256k1PrivateKey
    var evidence: CardEvidence?
    /// Changes the evidence after it is signed.
    var alter: (inout CardEvidence) -> Void = { _ in }
    /// The text to send instead.
    var text: String?
  }
  struct Reply {
    var card: CardReply
    var made: String?
  }

  init(isRehearsal: Bool = false) throws {
    guard let key = Secp256k1PrivateKey(Secret(ServerEnvironment.live.randomBytes(32))) else {
      throw KeycardError(.invalid, "no key")
    }
    self.key = key
    self.isRehearsal = isRehearsal
  }

  var id: String { CardLogin.identifier(publicKey: key.publicKey.uncompressed) }

  /// - Returns: `nil` if there is no answer yet because the person is awaited.
  mutating func answer(_ work: HandsWork, _ hands: inout Hands) throws -> Reply? {
    guard let order = work.card else { return nil }
    switch order {
    case .look:
      return Reply(
        card: .present(CardFacts(contents, instance: "aa", keyUID: "bb", isPaired: true, isRehearsal: isRehearsal)))
    case .pair: return Reply(card: .paired)
    case .readTries: return Reply(card: .tries(CardTries(pin: 3, puk: 5)))
    case .verifyPIN: return Reply(card: .correct)
    case .identify:
      return Reply(
        card: .made(.unnamed),
        made: try WayNews(making: CardShown(key: Base64URL.encode(key.publicKey.uncompressed))).made)
    case .sign(let purpose):
      guard let claim = work.claim else { return Reply(card: .failed) }
      return Reply(card: .signed(.unnamed), made: sign(purpose, claim))
    case .unlock(let id):
      hands.unlock(id.rawValue, unlocking)
      return Reply(card: .unlocked)
    default: return nil
    }
  }

  private mutating func sign(_ purpose: CardPurpose, _ claim: CardClaim) -> String {
    var said = Said(
      purpose: purpose.rawValue, account: Base64URL.decode(claim.account) ?? [],
      challenge: Base64URL.decode(claim.challenge) ?? [], signer: key)
    spoil(&said)
    let statement = CardStatement(
      purpose: said.purpose, origin: said.origin, account: said.account, challenge: said.challenge)
    var evidence = CardEvidence(
      key: key.publicKey.uncompressed, signature: said.signer.sign(statement.digest), challenge: said.challenge,
      isRehearsal: isRehearsal)
    said.alter(&evidence)
    let text = said.text ?? String(decoding: evidence.json, as: UTF8.self)
    signed.append(text)
    return text
  }
}

extension Secp256k1PrivateKey {
  /// A signature over a digest: r and s.
  fileprivate func sign(_ digest: [UInt8]) -> [UInt8] {
    var made = secp256k1_ecdsa_signature(), compact = [UInt8](repeating: 0, count: 64)
    let key = bytes.withBytes { Array($0) }
    guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else { return compact }
    defer { secp256k1_context_destroy(context) }
    guard secp256k1_ecdsa_sign(context, &made, digest, key, nil, nil) == 1 else { return compact }
    secp256k1_ecdsa_signature_serialize_compact(context, &compact, &made)
    return compact
  }
}
