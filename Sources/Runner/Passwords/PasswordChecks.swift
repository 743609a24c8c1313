import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Model

/// The two effects that hash: outside any transaction, because a hash takes long by design, and concluded in one.
struct PasswordChecks: Sendable {
  static let shortest = 12, longest = 1000
  /// A change to an account rests on a key touched for it within five minutes.
  static let confirmationLifetime: TimeInterval = 5 * 60

  let store: any Store
  let hashing: PasswordHashing
  let surroundings: Surroundings
  private let slowdown = Slowdown()

  init(store: any Store, hashing: PasswordHashing, surroundings: Surroundings) {
    self.store = store; self.hashing = hashing; self.surroundings = surroundings
  }

  /// What hashing came to, before it is written down.
  enum Finding: Sendable {
    case verified(AccountID, hash: String?), rejected, hashed(String), refused(PasswordRefusal), busy, unavailable
  }

  /// - Parameter address: Who asks; `nil` where nobody came over a network.
  func perform(
    _ effect: ServerEffect, passing: [FieldID: Passing], session: Session, vouched: RunContents.Vouched?, by address: NetworkAddress?
  ) async -> Finding {
    guard let field = effect.uses, let password = passing[field]?.value else { return .unavailable }
    switch effect {
    case .account(.verifyPassword(let username, _)): return await verify(password, of: username, by: address)
    case .account(.setPassword):
      guard password.count >= Self.shortest else { return .refused(.tooShort) }
      guard password.count <= Self.longest else { return .refused(.tooLong) }
      guard let vouched, vouched.account == session.account else { return .refused(.tooLate) }
      guard surroundings.now().timeIntervalSince(vouched.at) <= Self.confirmationLifetime else { return .refused(.tooLate) }
      do throws(PasswordHashing.Trouble) {
        return .hashed(try await hashing.hash(password, for: .init(address: address, name: Base64URL.encode(vouched.account.bytes))))
      } catch { return Finding(error) }
    default: return .unavailable
    }
  }

  private func verify(_ password: String, of text: String, by address: NetworkAddress?) async -> Finding {
    let username = Username(text), name = username?.key ?? ""
    let wait = await slowdown.wait(for: name, at: surroundings.now())
    let asker = PasswordHashing.Asker(address: address, name: name)
    do throws(PasswordHashing.Trouble) {
      if wait > 0 { try await hashing.pause(wait, for: asker) }
    } catch { return Finding(error) }
    // A name that cannot be one, and a name that nobody has, are looked up and hashed like any other.
    guard let account = try? await store.read({ records in try username.flatMap { try records.account(named: $0) } }) as Account?? else {
      return .unavailable
    }
    let isTooLong = password.count > Self.longest
    let isRight: Bool
    do throws(PasswordHashing.Trouble) {
      isRight = try await hashing.verify(
        isTooLong ? "" : password, against: account?.passwordHash, for: asker)
    } catch { return Finding(error) }
    guard isRight, !isTooLong, let account else {
      await slowdown.note(failureAt: name, at: surroundings.now())
      return .rejected
    }
    await slowdown.note(successAt: name)
    return .verified(account.id, hash: account.passwordHash)
  }

  /// Writes down what hashing found, in the transaction that settles the effect.
  func conclude(_ finding: Finding, _ current: inout Runner.Current, _ records: any Records, _ now: Date) throws -> ServerReply {
    switch finding {
    case .verified(let account, let hash):
      // The password may have been changed while this one was hashed.
      guard try records.account(account)?.passwordHash == hash else { return .account(.passwordRejected) }
      // A hardware key is a second factor: with one enrolled, the password alone opens nothing.
      let ways = try records.ways(of: account)
      guard !ways.haveHardwareKey else {
        return .account(ways.contains { $0.stands && $0.role != nil } ? .passwordNeedsKey : .passwordNeedsCard)
      }
      current.contents.vouched = .init(account: account, credential: nil, at: now)
      return .account(.passwordVerified)
    case .rejected: return .account(.passwordRejected)
    case .busy: return .account(.passwordBusy)
    case .refused(let why): return .account(.passwordRefused(why))
    case .unavailable: return .unavailable
    case .hashed(let hash):
      guard let account = current.session.account else { return .account(.passwordRefused(.tooLate)) }
      try records.setPasswordHash(hash, of: account)
      try records.append(AuditEntry(.passwordSet, account: account, credential: current.contents.vouched?.credential, at: now))
      return .account(.passwordSet)
    }
  }
}

extension PasswordChecks.Finding {
  fileprivate init(_ trouble: PasswordHashing.Trouble) {
    switch trouble {
    case .tooManyWaiting: self = .busy
    case .noMemory: self = .unavailable
    }
  }
}
