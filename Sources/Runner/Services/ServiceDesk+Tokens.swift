import Encoding
import Foundation
import Model
import OpenID

/// What clients ask by themselves: codes for tokens, tokens for new ones, and whom a token is about.
extension ServiceDesk {
  /// Exchanges a code, or a refresh token (Core §3.1.3, §12).
  public func give(for request: TokenRequest) async throws -> Result<TokenResponse, TokenError> {
    // Who shows nothing that is known gets no turn to write.
    let refused = try await runner.store.read { try refusal(of: request, $0) }
    if let refused { return .failure(refused) }
    let access = GivenSecret(randomBytes: runner.environment.randomBytes(32))
    let refresh = GivenSecret(randomBytes: runner.environment.randomBytes(32))
    let outcome = try await runner.store.write { records in
      try handing(request, access: access, refresh: refresh, records)
    }
    switch outcome {
    case .failure(let error): return .failure(error)
    case .success(let handed):
      let now = Int64(runner.environment.now().timeIntervalSince1970)
      let token = try signer.idToken(
        for: handed.grant, of: Subject(of: handed.account, for: handed.client, salt: salt), to: handed.client,
        session: handed.session, accessToken: access, at: now)
      return .success(
        TokenResponse(
          accessToken: access, refreshToken: handed.grant.isOffline ? refresh : nil, idToken: token,
          scopes: handed.grant.scopes))
    }
  }

  private func refusal(of request: TokenRequest, _ records: any Records) throws -> TokenError? {
    if case .failure(let error) = try client(request.credentials, records) { return error }
    switch request.act {
    case .exchange(let exchange): return try records.serviceToken(exchange.code.digest) == nil ? .spent : nil
    case .refresh(let token, _): return try records.serviceToken(token.digest) == nil ? .spent : nil
    case .revoke: return nil
    }
  }

  private struct Handed: Sendable {
    var client: Client
    var grant: Grant
    var account: [UInt8]
    var session: String
  }

  /// A refusal is a value and not an error, because what it ends must stay ended.
  private func handing(
    _ request: TokenRequest, access: GivenSecret, refresh: GivenSecret, _ records: any Records
  ) throws -> Result<Handed, TokenError> {
    let client: Client
    switch try self.client(request.credentials, records) {
    case .failure(let error): return .failure(error)
    case .success(let found): client = found
    }
    let shown: GivenSecret, kind: ServiceToken.Kind
    switch request.act {
    case .exchange(let exchange): (shown, kind) = (exchange.code, .code)
    case .refresh(let token, _): (shown, kind) = (token, .refresh)
    case .revoke: return .failure(TokenError(.unsupportedGrantType, "nothing is given for a revocation"))
    }
    let now = runner.environment.now()
    guard let token = try records.serviceToken(shown.digest), token.kind == kind,
      let stored = try records.serviceGrant(token.grant), stored.service == client.id, var grant = stored.grant
    else { return .failure(.spent) }
    if token.isSpent {  // somebody else may have it (RFC 9700 §4.5, §4.14)
      try runner.end(stored, records)
      return .failure(.spent)
    }
    guard now <= token.expiresAt, try records.account(stored.account)?.life.disabledAt == nil else {
      return .failure(.spent)
    }
    switch request.act {
    case .exchange(let exchange):
      guard grant.isExchanged(by: exchange) else { return .failure(.spent) }
    case .refresh(_, let asked):
      guard asked?.isSubset(of: grant.scopes) ?? true else {
        return .failure(TokenError(.invalidScope, "more than was given"))
      }
      grant.nonce = nil  // an ID Token that was not asked for by a browser has none (Core §12.2)
    case .revoke: break
    }
    guard try records.spend(serviceToken: shown.digest, rememberedUntil: now + Self.spentRemembered) else {
      try runner.end(stored, records)
      return .failure(.spent)
    }
    try hand(access, refresh, of: stored, isOffline: grant.isOffline, at: now, records)
    return .success(Handed(client: client, grant: grant, account: stored.account.bytes, session: stored.id))
  }
  /// The time, in seconds, for which a code or a token that was used is recognized.
  private static let spentRemembered: TimeInterval = 24 * 60 * 60

  private func hand(
    _ access: GivenSecret, _ refresh: GivenSecret, of stored: ServiceGrant, isOffline: Bool, at now: Date,
    _ records: any Records
  ) throws {
    try records.insert(
      ServiceToken(
        digest: access.digest, kind: .access, grant: stored.id, expiresAt: now + Double(Grant.accessLifetime)))
    var used = stored
    used.expiresAt = now + Double(Grant.refreshLifetime)
    try records.update(used)
    guard isOffline else { return }
    try records.insert(
      ServiceToken(digest: refresh.digest, kind: .refresh, grant: stored.id, expiresAt: used.expiresAt))
  }

  /// Returns the client that shows these credentials.
  private func client(_ credentials: ClientCredentials, _ records: any Records) throws -> Result<Client, TokenError> {
    let wrong = TokenError.unknownClient(isInHeader: credentials.isInHeader)
    guard let service = try records.service(credentials.id), let client = service.client else { return .failure(wrong) }
    switch (service.secretHash, credentials.secret) {
    case (let hash?, let secret?): return secret.matches(hash) ? .success(client) : .failure(wrong)
    case (nil, nil): return .success(client)
    default: return .failure(wrong)
    }
  }

  /// Returns what the UserInfo endpoint answers (Core §5.3); `nil` if the token is not good.
  public func userInfo(_ token: GivenSecret) async throws -> [UInt8]? {
    let now = runner.environment.now()
    return try await runner.store.read { records in
      guard let found = try records.serviceToken(token.digest), found.kind == .access, now <= found.expiresAt,
        let stored = try records.serviceGrant(found.grant), let grant = stored.grant,
        let client = try records.service(stored.service)?.client, let account = try records.account(stored.account),
        account.life.disabledAt == nil
      else { return nil }
      let facts = try records.personFacts(of: account.id)
      return TokenSigner.userInfo(
        of: PersonClaims(username: account.username.text, email: facts?.email, groups: facts?.groups ?? []),
        as: Subject(of: account.id.bytes, for: client, salt: salt), grant.scopes)
    }
  }

  /// Takes back a token at its client's request (RFC 7009 §2.1): a refresh token with all that came of it. What is not
  /// known is no error.
  public func revoke(_ request: TokenRequest) async throws -> Result<Void, TokenError> {
    let refused = try await runner.store.read { try refusal(of: request, $0) }
    if let refused { return .failure(refused) }
    return try await runner.store.write { records in
      let client: Client
      switch try self.client(request.credentials, records) {
      case .failure(let error): return .failure(error)
      case .success(let found): client = found
      }
      guard case .revoke(let shown?) = request.act, let token = try records.serviceToken(shown.digest),
        try records.serviceGrant(token.grant)?.service == client.id
      else { return .success(()) }
      if token.kind == .access {
        try records.delete(serviceToken: token.digest)
      } else {
        try records.deleteServiceTokens(of: token.grant)
      }
      return .success(())
    }
  }
}
