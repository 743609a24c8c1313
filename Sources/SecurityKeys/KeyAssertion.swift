import CFIDO
import Encoding
import HandsTools

/// Signs in with a security key, or proves that it is here (WebAuthn Level 3 §5.1.4, in a browser's place).
struct KeyAssertion: Sendable {
  let options: AssertionOptions
  let origin: String
  let key: OpenKey
  let holder: any KeyHolder

  func answer() async throws -> KeyAnswer {
    guard PageOrigin.fits(origin, rpID: options.rpID) else { throw SecurityKeyProblem.wrongPlace }
    let clientData = ClientData(.get, challenge: options.challenge, origin: origin)
    var request = AssertionRequest(
      rpID: options.rpID, clientData: clientData.bytes, allowed: options.allowed, verification: .none)
    if let input = options.prf, key.facts.extensions.contains("hmac-secret") { request.salt = PRFSalt.salt(input) }
    if key.facts.hasVerification, options.verification != .discouraged {
      request.verification = .builtIn
    } else {
      try await verify(&request)
    }
    do { return try response(await chosen(try await perform(request)), clientData) } catch {
      // A finger that was not recognized: the key also takes its PIN.
      guard case SecurityKeyProblem.notRecognized = error, request.verification.isBuiltIn, key.facts.hasPIN else {
        throw error
      }
      try await verify(&request)
      return try response(await chosen(try await perform(request)), clientData)
    }
  }

  /// Asks for the PIN, if the key has one, and leaves in the list only what is on the key.
  private func verify(_ request: inout AssertionRequest) async throws {
    guard key.facts.hasPIN else {
      guard options.verification != .required else { throw SecurityKeyProblem.noPIN }
      return request.verification = .none
    }
    let (verification, found) = try await key.askPIN(holder, rpID: options.rpID, allowed: options.allowed)
    guard let found else { throw SecurityKeyProblem.noCredential(isAsked: !options.allowed.isEmpty) }
    request.verification = verification
    if !options.allowed.isEmpty { request.allowed = Array(found.prefix(1)) }
  }

  private func perform(_ request: AssertionRequest) async throws -> [AssertionRequest.Found] {
    await holder.isAwaited(request.salt == nil && options.prf != nil ? .ofKeyThatOpensNothing : .ofKey)
    let limit = TouchLimit(options.timeout)
    let (code, found) = await key.call(within: limit.milliseconds) { request.perform($0) }
    guard code == FIDO_OK else { throw limit.problem(code, isAsked: !options.allowed.isEmpty) }
    return found
  }

  private func chosen(_ found: [AssertionRequest.Found]) async throws -> AssertionRequest.Found {
    guard found.count > 1 else { return found[0] }
    let index = try await holder.choose(among: found.map(\.account))
    guard found.indices.contains(index) else { throw SecurityKeyProblem.declined }
    return found[index]
  }

  private func response(_ found: AssertionRequest.Found, _ clientData: ClientData) throws -> KeyAnswer {
    let id = found.id.isEmpty ? options.allowed.first ?? [] : found.id  // a key may leave out the only one
    var json = JSONWriter()
    json.object { json in
      json.credential(id) { if options.prf != nil { $0.member("prf") { $0.object { _ in } } } }
      json.member("response") {
        $0.object {
          $0.member("clientDataJSON", base64URL: clientData.bytes)
          $0.member("authenticatorData", base64URL: found.authenticatorData)
          $0.member("signature", base64URL: found.signature)
          if !found.account.userID.isEmpty { $0.member("userHandle", base64URL: found.account.userID) }
        }
      }
    }
    // Without verification the same key has a different PRF, which opens nothing (WRAPS §2).
    return KeyAnswer(
      credential: String(decoding: json.bytes, as: UTF8.self), id: id,
      secret: found.isVerified ? found.secret : nil,
      userID: found.account.userID.isEmpty ? nil : found.account.userID)
  }
}

/// How long a key waits for its touch. libfido2 reports the end of that time, and a key that was taken out, alike.
struct TouchLimit {
  private let began = ContinuousClock.now
  let milliseconds: Int32
  private static let least: Int64 = 15_000, usual: Int64 = 120_000, most: Int64 = 300_000

  /// - Parameter wanted: The site's own limit, in milliseconds.
  init(_ wanted: Int64?) { milliseconds = Int32(min(max(wanted ?? Self.usual, Self.least), Self.most)) }

  func problem(_ code: Int32, isAsked: Bool = false) -> SecurityKeyProblem {
    let problem = SecurityKeyProblem(code: code, isAsked: isAsked)
    let isOver = ContinuousClock.now - began >= .milliseconds(Int64(milliseconds) - 200)
    return problem == .removed && isOver ? .timedOut : problem
  }
}

extension JSONWriter {
  /// Writes the members with which a response begins (WebAuthn Level 3 §5.1).
  mutating func credential(_ id: [UInt8], results: (inout JSONWriter) -> Void) {
    member("id", base64URL: id)
    member("rawId", base64URL: id)
    member("type", "public-key")
    member("authenticatorAttachment", "cross-platform")
    member("clientExtensionResults") { $0.object(results) }
  }
}
