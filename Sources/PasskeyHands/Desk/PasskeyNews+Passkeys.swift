import Authenticator
import Encoding
import HandsProtocol
import HandsTools

extension PasskeyNews {
  init(problem: PasskeyProblem) {
    self.init()
    self.problem = problem.sentence
    isKnown = false
  }
}

extension PasskeyNews.Passkey {
  init(_ passkey: KeptPasskey) {
    let names = [passkey.userName, passkey.userDisplayName].compactMap { $0 }.filter { !$0.isEmpty }
    self.init(
      id: Hex.encode(passkey.credentialID), site: TerminalLine.plain(passkey.rpID, most: 253),
      account: names.first.map { TerminalLine.plain($0, most: 64) } ?? "", requiresPIN: passkey.requiresVerification,
      opens: passkey.hasSecretKeys, isHidden: passkey.isHidden)
  }
}
