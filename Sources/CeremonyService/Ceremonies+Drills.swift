import Encoding
import Model

extension Ceremonies {
  /// Returns a challenge for a drill of one way, base64url. No other proof of that way is accepted for it.
  package func beginDrill(
    of way: KeyID, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> String {
    let challenge = environment.randomBytes(32)
    try issue(challenge, .drill(way: way), for: purpose, in: session, records)
    return Base64URL.encode(challenge)
  }

  /// Spends the challenge of a drill. Returns `false` if the challenge was not issued for a drill of this way.
  package func redeemDrill(
    _ challenge: [UInt8], of way: KeyID, for purpose: Purpose, in session: SessionID, _ records: any Records
  ) throws -> Bool {
    if case .success(.drill(way)) = try redeem(challenge, for: purpose, in: session, records) { true } else { false }
  }
}
