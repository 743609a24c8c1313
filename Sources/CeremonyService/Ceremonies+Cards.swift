import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Keycard
import Model

extension Ceremonies {
  /// Returns a challenge for a card's statement, base64url. The challenge is bound to this purpose and, unless the
  /// account is new, to this account.
  package func beginCard(
    _ purpose: CardPurpose, of account: AccountID?, for asked: Purpose, in session: SessionID, _ records: any Records
  ) throws -> String {
    let challenge = environment.randomBytes(32)
    try issue(challenge, .card(purpose, account: account), for: asked, in: session, records)
    return Base64URL.encode(challenge)
  }

  /// The verdict on a card's signature: the card, and the account named in its statement.
  package struct CardVerdict {
    package var card: KeyID
    package var account: AccountID?
    package var isRehearsal: Bool
  }

  /// Verifies a card's signature over the statement that this site builds itself. Only the challenge is taken from the
  /// response.
  package func judge(
    _ evidence: String, _ purpose: CardPurpose, for asked: Purpose, in session: SessionID, _ records: any Records
  ) throws -> Result<CardVerdict, Refused> {
    guard let given = try? CardEvidence(json: Array(evidence.utf8)) else { return .failure(Refused(.invalid)) }
    let half: Waiting.Half
    switch try redeem(given.challenge, for: asked, in: session, records) {
    case .failure(let refused): return .failure(refused)
    case .success(let found): half = found
    }
    guard case .card(purpose, let account) = half else { return .failure(Refused(.invalid)) }
    let isSigned = site.origins.contains { origin in
      CardLogin.isValid(
        given.signature,
        CardStatement(
          purpose: purpose.rawValue, origin: origin, account: account?.bytes ?? [], challenge: given.challenge),
        publicKey: given.key)
    }
    guard isSigned else { return .failure(Refused(.invalid)) }
    return .success(CardVerdict(card: KeyID(card: given.key), account: account, isRehearsal: given.isRehearsal))
  }
}

extension KeyID {
  /// Creates the id of a card's row from the public key with which the card signs in.
  package init(card publicKey: [UInt8]) { self.init(rawValue: CardLogin.identifier(publicKey: publicKey)) }
}
