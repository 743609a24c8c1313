import Authenticator
import Encoding
import HandsProtocol
import HandsTools

/// Carries out the orders that this computer's own page gives about its passkeys. The PIN is typed in a dialog on this
/// computer, never in the page.
public struct PasskeyOperations: Sendable {
  /// Returns this computer's passkeys, and whether their keys cannot leave it, or `nil` if no passkeys were ever
  /// created.
  public typealias Open = @Sendable () async throws -> (own: OwnPasskeys, isDeviceBound: Bool)?
  private let open: Open

  public init(_ open: @escaping Open) { self.open = open }

  public func perform(_ order: PasskeyOrder) async -> PasskeyNews {
    do {
      guard let (own, isDeviceBound) = try await open() else { return PasskeyNews() }
      var problem: PasskeyProblem?
      do { try await carryOut(order, own) } catch { problem = PasskeyProblem(cause: error) }
      return try await Self.news(own, isDeviceBound, problem)
    } catch let problem as PasskeyProblem { return PasskeyNews(problem: problem) } catch {
      return PasskeyNews(problem: PasskeyProblem(.unavailable))
    }
  }

  private func carryOut(_ order: PasskeyOrder, _ own: OwnPasskeys) async throws {
    switch order {
    case .look: break
    case .rename(let id, let name):
      let passkey = try await own.find(id)
      try await own.rename(passkey, name: name, displayName: passkey.userDisplayName, by: .asked)
    case .delete(let id): try await own.delete(try await own.find(id), by: .asked)
    case .reset: try await own.reset()
    }
  }

  private static func news(_ own: OwnPasskeys, _ isDeviceBound: Bool, _ problem: PasskeyProblem?) async throws
    -> PasskeyNews
  {
    let state = try await own.state()
    var news = PasskeyNews()
    news.problem = problem?.sentence.said
    (news.isBegun, news.isDeviceBound, news.isPINSet, news.triesLeft) = (
      true, isDeviceBound, state.isPINSet, state.triesLeft
    )
    news.passkeys = try await own.list().map(PasskeyNews.Passkey.init)
    return news
  }
}

extension PasskeyNews {
  init(problem: PasskeyProblem) {
    self.init()
    self.problem = problem.sentence.said
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
