import Encoding

@testable import RelyingParty

/// Rows of captured ceremonies in the form in which a person would paste them.
enum Captured {
  static func registration(
    _ authenticator: TestAuthenticator, _ members: String = "", origins: String = "https://example.org"
  ) throws -> [UInt8] {
    let response = String(decoding: try authenticator.create(Ceremony.registration()), as: UTF8.self)
    return Array(
      """
      {"id":"one","kind":"registration","rpId":"example.org","origins":["\(origins)"],\
      "challenge":"\(challenge)"\(members),\
      "response":\(response)}
      """.utf8)
  }

  static func authentication(_ authenticator: TestAuthenticator, _ members: String = "") throws -> [UInt8] {
    let response = String(decoding: try authenticator.get(Ceremony.authentication()), as: UTF8.self)
    let key = Base64URL.encode(try authenticator.publicKey())
    return Array(
      """
      {"id":"one","kind":"assertion","rpId":"example.org","origins":["https://example.org"],"challenge":"\(challenge)",\
      "credentialPublicKey":"\(key)"\(members),"response":\(response)}
      """.utf8)
  }

  private static var challenge: String { Base64URL.encode(Ceremony.challenge) }
}

extension CeremonyReport {
  func state(_ number: Int) -> ReportStep.State? { steps.first { $0.number == number }?.state }
  func fact(_ part: String, _ key: String) -> ReportFact? {
    parts.first { $0.key == part }?.facts.first { $0.key == key }
  }
}
