import AccountService
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird
import Model
import Runner
import Vocabulary

/// JSON endpoints for developers who bring their own page, in the formats that
/// `PublicKeyCredential.parseCreationOptionsFromJSON` and `@simplewebauthn/browser` use. docs/ENDPOINTS.md shows each
/// endpoint with a request and its response.
struct CeremonyRoutes {
  let endpoints: CeremonyEndpoints
  let sessions: Sessions
  let settings: WebSettings

  func add(to router: Router<PeerContext>) {
    router.post("/api/registration/options", use: registrationOptions)
    router.post("/api/registration/verify") { try await verify($0, $1, endpoints.verifyRegistration) }
    router.post("/api/authentication/options", use: authenticationOptions)
    router.post("/api/authentication/verify") { try await verify($0, $1, endpoints.verifyAuthentication) }
  }

  private struct Registration: Decodable { var username: String, prf: Bool? }
  private struct Authentication: Decodable { var prf: Bool? }

  @Sendable private func registrationOptions(_ request: Request, _ context: PeerContext) async throws -> Response {
    let body = try await request.bodyData(context)
    guard let wish = try? JSONDecoder().decode(Registration.self, from: body) else {
      throw HTTPError(
        .badRequest, message: "Send {\"username\": …}, and \"prf\": true where the passkey shall open something.")
    }
    return try await answer(
      try await endpoints.registrationOptions(for: wish.username, prf: wish.prf ?? false, to: caller(request, context)))
  }

  @Sendable private func authenticationOptions(_ request: Request, _ context: PeerContext) async throws -> Response {
    let body = try await request.bodyData(context)
    guard let wish = body.isEmpty ? Authentication() : try? JSONDecoder().decode(Authentication.self, from: body) else {
      throw HTTPError(.badRequest, message: "Send {}, or {\"prf\": true} where the passkey shall open something.")
    }
    return try await answer(
      try await endpoints.authenticationOptions(prf: wish.prf ?? false, to: caller(request, context)))
  }

  private func caller(_ request: Request, _ context: PeerContext) -> Caller {
    Caller(
      token: settings.token(of: request), browser: request.browser,
      address: request.address(context, trustedProxies: settings.trustedProxies),
      counted: settings.visitor(request, context))
  }

  private func answer(
    _ options: @autoclosure () async throws -> CeremonyEndpoints.Options
  ) async throws -> Response {
    do {
      let options = try await options()
      var response = Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: .init(byteBuffer: ByteBuffer(string: options.json)))
      if let token = options.newToken { response.setCookie(settings.cookie(token, for: sessions.cookieLifetime)) }
      return response
    } catch let failure as CeremonyEndpoints.Failure { return try Self.answer(failure) }
  }

  private func verify(
    _ request: Request, _ context: PeerContext, _ verdict: (String, Caller) async throws -> CeremonyEndpoints.SignedIn
  ) async throws -> Response {
    let body = String(decoding: try await request.bodyData(context), as: UTF8.self)
    do {
      let signedIn = try await verdict(body, caller(request, context))
      var response = try Response.json(Verified(username: signedIn.username))
      response.setCookie(settings.cookie(signedIn.token, for: endpoints.cookieLifetime(of: signedIn)))
      return response
    } catch let failure as CeremonyEndpoints.Failure { return try Self.answer(failure) }
  }

  private struct Verified: Encodable {
    let verified = true
    let username: String
  }
  /// The JSON of a refusal. `code` and `step` identify the rule of WebAuthn Level 3 §7 that was not met, for the
  /// developer.
  private struct Refusal: Encodable {
    let verified = false
    let error: String
    var code: String?
    var step: String?
  }

  private static func answer(_ failure: CeremonyEndpoints.Failure) throws -> Response {
    switch failure.kind {
    case .challengeExpired: try .json(["error": "Challenge expired"], status: .badRequest)  // E-15, to the letter
    case .username(.malformed):
      try .json(
        Refusal(error: "A user name has 1 to 64 letters, digits, dots, hyphens or underscores."), status: .badRequest)
    case .username(.mixed):
      try .json(
        Refusal(error: "A user name has letters of one alphabet, so that it can't pass for another one."),
        status: .badRequest)
    case .username(.taken): try .json(Refusal(error: "That user name is taken."), status: .conflict)
    case .secretSent: throw RunnerError.secretWasSent
    case .unverified:
      try .json(
        Refusal(
          error: failure.finding?.sentence ?? "No account here knows this credential.",
          code: failure.finding?.code.rawValue,
          step: failure.finding.map { "\($0.step)" }), status: .badRequest)
    }
  }
}
