import AccountService
import Encoding
import Foundation
import RelyingParty

/// Responds to the FIDO Alliance's conformance tool, with its own users, credentials and challenges. All listening
/// addresses share one instance.
public actor ConformanceServer {
  /// The options as JSON, and the ticket with which their pending challenge is redeemed.
  struct Begun: Sendable {
    var options: [UInt8]
    var ticket: String
  }

  private let party: RelyingParty
  /// All algorithms, starting with those that nobody advises against, because an authenticator takes the first one that
  /// it supports.
  private let offered: [COSEAlgorithmIdentifier]
  private let metadata: MetadataPolicy?
  private let environment: ServerEnvironment
  private var memory: ConformanceMemory

  /// Creates a server without users.
  /// - Parameters:
  ///   - party: The relying party, with every algorithm that can be verified. RS1 and the SHA-1 of TPMs, which the tool
  ///     tests, are added here.
  ///   - metadata: The known facts about models; if `nil`, attestations are verified but their chains are not assessed.
  ///   - capacity: The maximum number of users, of credentials and of challenges to keep.
  public init(
    _ party: RelyingParty, environment: ServerEnvironment, metadata: MetadataBLOB? = nil, capacity: Int = 2000
  ) {
    var party = party
    party.algorithms = party.algorithms.adding(RS1())
    party.formats = party.formats.adding(TPMAttestation(acceptsSHA1: true))
    let all = party.algorithms.identifiers, usual = SignatureAlgorithms.standard.identifiers
    offered = usual.filter(all.contains) + all.filter { !usual.contains($0) }
    self.party = party
    self.environment = environment
    self.metadata = metadata.map {
      var policy = MetadataPolicy($0)
      policy.holdsToStatement = true
      return policy
    }
    memory = ConformanceMemory(capacity: capacity)
  }

  /// Handles `/attestation/options`.
  func beginRegistration(_ bytes: [UInt8]) throws(ConformanceRefusal) -> Begun {
    let body = try ConformanceBody(bytes), name = try body.text("username"), displayName = try body.text("displayName")
    var request = RegistrationRequest()
    request.algorithms = offered
    request.authenticatorSelection = try body.selection()
    request.attestation = try body.choice("attestation", of: body.root) ?? .none
    let extensions = try body.object("extensions")
    let user = memory.user(name) ?? memory.insert(name, handle: environment.randomBytes(32))
    let begun = party.beginRegistration(
      user: PublicKeyCredentialUserEntity(id: user.handle, name: name, displayName: displayName),
      challenge: environment.randomBytes(32),
      excluding: memory.credentials(of: user).map {
        PublicKeyCredentialDescriptor(id: $0.id, transports: $0.transports)
      }, request: request)
    let selection = try body.object("authenticatorSelection")
    return Begun(
      options: try Self.answer(
        begun.options.json(), ["extensions": extensions, "authenticatorSelection": selection], of: body),
      ticket: keep(.registration(username: name, begun.state)))
  }

  /// Handles `/attestation/result`.
  func finishRegistration(_ bytes: [UInt8], ticket: String?) throws(ConformanceRefusal) {
    guard case .registration(let name, let state)? = redeem(ticket) else { throw Self.noChallenge }
    let body = try ConformanceBody(bytes)
    var policy = RegistrationPolicy()
    policy.metadata = metadata
    let verdict: RegistrationVerdict
    do {
      let response = try RegistrationResponse(json: body.response)
      try ConformanceBody.verifyTokenBinding(in: response.clientData)
      verdict = try party.finishRegistration(state, response: response, policy: policy, at: now)
    } catch let error as WebAuthnError { throw ConformanceRefusal(error) } catch let refusal as ConformanceRefusal {
      throw refusal
    } catch {
      throw ConformanceRefusal("The response cannot be verified.")
    }
    // §7.1 step 27
    guard memory.credential(verdict.credential.id) == nil else {
      throw ConformanceRefusal("A credential with this id is registered already.")
    }
    guard let user = memory.user(name), user.handle == state.userHandle else {
      throw ConformanceRefusal("There is no such user any more.")
    }
    memory.insert(verdict.credential, of: name, user)
  }

  /// Handles `/assertion/options`.
  func beginAuthentication(_ bytes: [UInt8]) throws(ConformanceRefusal) -> Begun {
    let body = try ConformanceBody(bytes), name = try body.text("username")
    var request = AuthenticationRequest()
    request.userVerification = try body.choice("userVerification", of: body.root) ?? .preferred
    let extensions = try body.object("extensions")
    guard let user = memory.user(name) else { throw ConformanceRefusal("There is no such user.") }
    let credentials = memory.credentials(of: user)
    guard !credentials.isEmpty else { throw ConformanceRefusal("This user has no credential.") }
    let begun = party.beginAuthentication(
      challenge: environment.randomBytes(32),
      allowing: credentials.map { PublicKeyCredentialDescriptor(id: $0.id, transports: $0.transports) },
      user: user.handle, request: request)
    return Begun(
      options: try Self.answer(begun.options.json(), ["extensions": extensions], of: body),
      ticket: keep(.authentication(begun.state)))
  }

  /// Handles `/assertion/result`.
  func finishAuthentication(_ bytes: [UInt8], ticket: String?) throws(ConformanceRefusal) {
    guard case .authentication(let state)? = redeem(ticket) else { throw Self.noChallenge }
    let body = try ConformanceBody(bytes)
    var policy = AuthenticationPolicy()
    policy.counter = .strict
    // The tool expects an assertion without user presence to be accepted if no verification was required. The site's
    // own ceremonies never accept one.
    policy.requiresUserPresence = state.requiresUserVerification
    do {
      let response = try AuthenticationResponse(json: body.response)
      try ConformanceBody.verifyTokenBinding(in: response.clientData)
      guard let record = memory.credential(response.credentialID) else {
        throw ConformanceRefusal("This credential is not registered.")
      }
      memory.update(
        try party.finishAuthentication(state, response: response, credential: record, policy: policy).credential)
    } catch let error as WebAuthnError { throw ConformanceRefusal(error) } catch let refusal as ConformanceRefusal {
      throw refusal
    } catch {
      throw ConformanceRefusal("The response cannot be verified.")
    }
  }

  private static let noChallenge = ConformanceRefusal(
    "No challenge waits for this: it was used, it is older than five minutes, or its cookie is missing.")

  private var now: UnixTime { UnixTime(seconds: Int64(environment.now().timeIntervalSince1970.rounded(.down))) }

  private func keep(_ half: ConformanceMemory.Half) -> String {
    let ticket = Base64URL.encode(environment.randomBytes(32))
    memory.keep(half, under: ticket, at: environment.now())
    return ticket
  }

  private func redeem(_ ticket: String?) -> ConformanceMemory.Half? {
    ticket.flatMap { memory.redeem($0, at: environment.now()) }
  }

  /// Returns the options with the two members of a `ServerResponse`, and the values that the tool expects back
  /// unchanged.
  private static func answer(
    _ options: [UInt8], _ echoes: [String: JSONNode?], of body: ConformanceBody
  ) throws(ConformanceRefusal) -> [UInt8] {
    do {
      var answer = try JSONSerialization.jsonObject(with: Data(options)) as? [String: Any] ?? [:]
      (answer["status"], answer["errorMessage"]) = ("ok", "")
      for (name, node) in echoes { if let node, let copy = body.copy(node) { answer[name] = copy } }
      return Array(try JSONSerialization.data(withJSONObject: answer, options: [.sortedKeys, .withoutEscapingSlashes]))
    } catch { throw ConformanceRefusal("The body cannot be answered.") }
  }
}
