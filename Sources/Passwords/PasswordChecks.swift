import Encoding
import Foundation
import Model

/// Checks passwords against the store and hashes new ones, outside any transaction because a hash is slow by design.
/// The caller records the finding in a transaction of its own.
public struct PasswordChecks: Sendable {
  /// The number of characters allowed in a new password.
  package static let lengths = 12...1000

  private let store: any Store
  private let hashing: PasswordHashing
  private let now: @Sendable () -> Date
  private let slowdown: Slowdown

  package init(
    store: any Store, hashing: PasswordHashing, now: @escaping @Sendable () -> Date,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.store = store; self.hashing = hashing; self.now = now
    slowdown = Slowdown(store: store, randomBytes: randomBytes)
  }

  /// The time for which a wrong password slows down the next.
  package static var forgottenAfter: TimeInterval { Slowdown.forgottenAfter }

  /// The result of hashing.
  package enum Finding: Sendable {
    /// The password is right. `hash` is the hash with which it was compared, which may have been replaced in the
    /// meantime.
    case verified(AccountID, hash: String?)
    case rejected
    case hashed(String)
    /// Too many passwords are being checked, so this password was not checked.
    case busy
    case unavailable
  }

  /// Hashes a new password.
  ///
  /// - Parameter address: The requesting network address; `nil` if the request did not come over a network.
  package func hash(_ password: String, of account: AccountID, by address: NetworkAddress?) async -> Finding {
    do throws(PasswordHashing.Failure) {
      let asker = PasswordHashing.Asker(address: address, name: Base64URL.encode(account.bytes))
      return .hashed(try await hashing.hash(password, for: asker))
    } catch { return Finding(error) }
  }

  /// Compares a password with that of the account that has this name.
  ///
  /// - Parameter address: The requesting network address; `nil` if the request did not come over a network.
  package func verify(_ password: String, of text: String, by address: NetworkAddress?) async -> Finding {
    let username = Username(text), name = username?.key ?? ""
    guard let begun = try? await slowdown.begin(name, at: now()) else { return .unavailable }
    let finding = await check(password, of: username, by: .init(address: address, name: name), after: begun.wait)
    switch finding {
    case .verified: try? await slowdown.forget(begun)
    case .busy, .unavailable: try? await slowdown.takeBack(begun)
    case .rejected, .hashed: break
    }
    return finding
  }

  /// Invalid and unknown names are looked up and hashed like any other.
  private func check(
    _ password: String, of username: Username?, by asker: PasswordHashing.Asker, after wait: Double
  ) async -> Finding {
    do throws(PasswordHashing.Failure) {
      if wait > 0 { try await hashing.pause(wait, for: asker) }
    } catch { return Finding(error) }
    guard
      let account = try? await store.read({ records in try username.flatMap { try records.account(named: $0) } })
        as Account??
    else {
      return .unavailable
    }
    let isTooLong = password.count > Self.lengths.upperBound
    do throws(PasswordHashing.Failure) {
      let isRight = try await hashing.verify(isTooLong ? "" : password, against: account?.passwordHash, for: asker)
      guard isRight, !isTooLong, let account else { return .rejected }
      return .verified(account.id, hash: account.passwordHash)
    } catch { return Finding(error) }
  }
}

extension PasswordChecks.Finding {
  fileprivate init(_ failure: PasswordHashing.Failure) {
    switch failure {
    case .tooManyWaiting: self = .busy
    case .noMemory: self = .unavailable
    }
  }
}
