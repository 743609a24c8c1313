import CryptoExtras
import Encoding
import Foundation
import Testing
@testable import RelyingParty

/// The tests' relying parties, and shorthands for running a ceremony.
enum Ceremony {
  static let party = RelyingParty(
    id: "example.org", name: "Example", origins: ["https://example.org", "android:apk-key-hash:abc"])
  static let user = PublicKeyCredentialUserEntity(id: [1, 2, 3], name: "ada", displayName: "Ada")
  static let challenge = [UInt8](0..<32)
  /// 2026-01-01
  static let now = UnixTime(seconds: 1_767_225_600)

  /// Requests every algorithm that the party verifies.
  static func registration(_ party: RelyingParty = party, _ change: (inout RegistrationRequest) -> Void = { _ in })
    -> RegistrationState
  {
    var request = RegistrationRequest()
    request.algorithms = party.algorithms.identifiers
    change(&request)
    return party.beginRegistration(user: user, challenge: challenge, request: request).state
  }

  /// Registers, and returns the error's step and code if refused.
  static func register(
    _ authenticator: TestAuthenticator, _ party: RelyingParty = party, state: RegistrationState? = nil,
    policy: RegistrationPolicy = RegistrationPolicy(), at time: UnixTime = now
  ) throws -> Result<RegistrationVerdict, WebAuthnError> {
    let state = state ?? registration(party)
    let response = try authenticator.create(state)
    return Result { () throws(WebAuthnError) in
      try party.finishRegistration(state, response: response, policy: policy, at: time)
    }
  }

  static func record(_ authenticator: TestAuthenticator, _ change: (inout CredentialRecord) throws -> Void = { _ in })
    throws -> CredentialRecord
  {
    var record = CredentialRecord(
      id: authenticator.id, publicKey: try authenticator.publicKey(), signCount: 0, backupEligible: .notEligible,
      userHandle: user.id)
    try change(&record)
    return record
  }

  static func authentication(_ change: (inout AuthenticationRequest) -> Void = { _ in }) -> AuthenticationState {
    var request = AuthenticationRequest()
    change(&request)
    return party.beginAuthentication(challenge: challenge, user: user.id, request: request).state
  }

  /// Authenticates, and returns the error's step and code if refused.
  static func authenticate(
    _ authenticator: TestAuthenticator, _ party: RelyingParty = party, state: AuthenticationState = authentication(),
    record: CredentialRecord? = nil, policy: AuthenticationPolicy = AuthenticationPolicy(),
    signature: (([UInt8]) -> [UInt8])? = nil
  ) throws -> Result<AuthenticationVerdict, WebAuthnError> {
    let response = try authenticator.get(state, signature: signature)
    let record = try record ?? Self.record(authenticator)
    return Result { () throws(WebAuthnError) in
      try party.finishAuthentication(state, response: response, credential: record, policy: policy)
    }
  }
}

/// Expects a refusal at this step with this code.
func expectRefusal<Verdict>(
  _ result: Result<Verdict, WebAuthnError>, _ step: Int, _ code: WebAuthnErrorCode,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  switch result {
  case .success: Issue.record("passed; expected \(code.rawValue) at step \(step)", sourceLocation: sourceLocation)
  case .failure(let error):
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    #expect(error.step.number == step, "\(error)", sourceLocation: sourceLocation)
  }
}

/// Round-trips a value through JSON, as a store does.
enum Stored {
  static func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
  }
}

/// Keys that are slow to generate and therefore generated only once.
enum TestKeys {
  static let rsa: _RSA.Signing.PrivateKey = {
    while true { if let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) { return key } }
  }()
}
