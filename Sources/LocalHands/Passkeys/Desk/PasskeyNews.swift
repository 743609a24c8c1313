import Authenticator
import Encoding

/// What there is after an order, and why it was not done where it was not.
public struct PasskeyNews: Encodable, Hashable, Sendable {
  struct Passkey: Encodable, Hashable, Sendable {
    var id: String
    var site: String
    var account: String
    var requiresPIN: Bool
    var opens: Bool
    /// Whether the site said that it does not know it any more.
    var isHidden: Bool
  }

  /// Whether the passkeys could be looked at; where not, the rest says nothing.
  var isKnown = true
  /// Whether any were ever made on this computer.
  var isBegun = false
  var isDeviceBound = true
  var isPINSet = false
  var triesLeft: Int?
  var passkeys: [Passkey] = []
  /// In a sentence for the person.
  var problem: String?

  public init(problem: PasskeyProblem? = nil) {
    self.problem = problem?.sentence
    isKnown = problem == nil
  }
}

extension PasskeyNews.Passkey {
  init(_ passkey: KeptPasskey) {
    id = Hex.encode(passkey.credentialID)
    site = TerminalLine.plain(passkey.rpID, most: 253)
    let names = [passkey.userName, passkey.userDisplayName].compactMap { $0 }.filter { !$0.isEmpty }
    account = names.first.map { TerminalLine.plain($0, most: 64) } ?? ""
    requiresPIN = passkey.requiresVerification
    opens = passkey.hasSecretKeys
    isHidden = passkey.isHidden
  }
}
