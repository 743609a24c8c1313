import Authenticator
import Encoding
import HandsTools
import Sentences

/// A passkey in the form for programs, with everything but its keys.
package struct PasskeyFacts: Encodable {
  /// The credential id, in hexadecimal.
  package var id: String
  /// The credential id as pages spell it, base64url.
  package var credentialId: String
  package var rpId: String
  package var userId: String
  package var userName: String?
  package var userDisplayName: String?
  /// The public key as an uncompressed P-256 point, base64url.
  package var publicKey: String
  package var requiresPIN: Bool
  package var hasPRF: Bool
  /// `true` if the site reported that it no longer knows the passkey.
  package var isHidden: Bool

  package init(_ passkey: KeptPasskey) {
    id = Hex.encode(passkey.credentialID); credentialId = Base64URL.encode(passkey.credentialID); rpId = passkey.rpID
    userId = Base64URL.encode(passkey.userID); userName = passkey.userName; userDisplayName = passkey.userDisplayName
    publicKey = Base64URL.encode(passkey.publicKey); requiresPIN = passkey.requiresVerification;
    hasPRF = passkey.hasSecretKeys;
    isHidden = passkey.isHidden
  }
}

extension KeptPasskey {
  /// The site and the account on one line. Text from a site cannot be mistaken for ours.
  package var words: Sentence {
    let names = [site, account].filter { !$0.isEmpty }.joined(separator: "  ")
    guard isHidden else { return Sentence(verbatim: names) }
    return names.isEmpty ? Self.hidden : "\(names)  \(Self.hidden)"
  }
  /// The site and the account, within a sentence.
  package var sentence: String { [site, account].filter { !$0.isEmpty }.joined(separator: ", ") }
  package static let hidden: Sentence = "(the site no longer knows it)"
  package var site: String { TerminalLine.plain(rpID, most: 253) }
  package var account: String {
    let names = [userName, userDisplayName].compactMap { $0 }.filter { !$0.isEmpty }.map {
      TerminalLine.plain($0, most: 64)
    }
    return names.count == 2 && names[0] != names[1] ? "\(names[0]) (\(names[1]))" : names.first ?? ""
  }
}

extension [KeptPasskey] {
  /// The number of digits needed to distinguish the ids from each other; at least eight.
  package var digits: Int {
    let ids = map { Hex.encode($0.credentialID) }
    return (4..<16).map { $0 * 2 }.first { count in Set(ids.map { $0.prefix(count) }).count == ids.count } ?? 64
  }
}
