import Foundation
import Model
import RelyingParty

/// How the half of a ceremony is kept.
///
/// By far most challenges are for a sign-in with any passkey at an endpoint. Such a half is one byte: the rest follows
/// from the challenge. Any other is JSON, which begins with `{`.
extension Ceremonies.Waiting {
  private static let plainSignIn: UInt8 = 0b10000000, verifying: UInt8 = 0b01, opening: UInt8 = 0b10

  /// - Parameter relyingParty: Began the ceremony, and will finish it.
  func bytes(for relyingParty: RelyingParty) throws -> [UInt8] {
    if case .authentication(.signIn, account: nil, let state) = half {
      let byte =
        Self.plainSignIn | (state.requiresUserVerification ? Self.verifying : 0)
        | (state.extensions.isEmpty ? 0 : Self.opening)
      if Self(plain: byte, state.challenge, relyingParty) == self { return [byte] }
    }
    return [UInt8](try JSONEncoder().encode(self))
  }

  /// Reads what ``bytes(for:)`` wrote.
  init(bytes: [UInt8], of challenge: [UInt8], for relyingParty: RelyingParty) throws {
    if bytes.count == 1, bytes[0] & Self.plainSignIn != 0 {
      self.init(plain: bytes[0], challenge, relyingParty)
    } else {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    }
  }

  private init(plain byte: UInt8, _ challenge: [UInt8], _ relyingParty: RelyingParty) {
    var request = AuthenticationRequest()
    request.userVerification = byte & Self.verifying == 0 ? .preferred : .required
    // What goes into the function is the browser's affair.
    request.extensions.prf = byte & Self.opening == 0 ? nil : PRFInputs()
    let state = relyingParty.beginAuthentication(challenge: challenge, request: request).state
    self.init(purpose: .endpoint, half: .authentication(.signIn, account: nil, state))
  }
}
