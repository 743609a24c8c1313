import Hummingbird
import RelyingParty

/// Registers passkeys and signs in with them.
struct Passkeys: Sendable {
  let party: RelyingParty
  let memory = Memory()
  private let use = CredentialUse.passkey

  func add(to router: Router<some RequestContext>) {
    router.post("/register/options") { request, context in
      let user = try await memory.newUser(named: request.decode(as: Name.self, context: context).name)
      let (options, state) = party.beginRegistration(user: user, challenge: .random(), request: use.registrationRequest)
      return try await begin(.registration(state, user), options: options.json())
    }
    router.post("/register") { request, _ in
      guard case .registration(let state, let user) = try await redeem(request) else { throw HTTPError(.conflict) }
      let policy = use.registrationPolicy()
      let verdict = try party.finishRegistration(state, response: await request.bytes(), policy: policy, at: .now)
      try await memory.add(verdict.credential, of: user)
      return try await signIn(user.id)
    }
    router.post("/sign-in/options") { _, _ in
      let (options, state) = party.beginAuthentication(challenge: .random(), request: use.authenticationRequest)
      return try await begin(.authentication(state), options: options.json())
    }
    router.post("/sign-in") { request, _ in
      guard case .authentication(let state) = try await redeem(request) else { throw HTTPError(.conflict) }
      let response = try AuthenticationResponse(json: await request.bytes())
      guard let record = await memory.credential(response.credentialID), let user = record.userHandle else {
        throw HTTPError(.notFound)
      }
      let policy = use.authenticationPolicy
      let verdict = try party.finishAuthentication(state, response: response, credential: record, policy: policy)
      await memory.update(verdict.credential)
      return try await signIn(user)
    }
  }
}
