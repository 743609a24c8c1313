import Crypto

extension Authenticator {
  /// Who would be signed in, where only one account could be: for a window of this computer that says so before the person is verified (E-27).
  /// Never for a page, nor for a client of a transport.
  ///
  /// - Parameter allowed: Credential ids; none means any discoverable credential.
  /// - Returns: `nil` where there is none, there are several, or the one has no name.
  public func nameOfOnlyAccount(rpID: String, allowed: [[UInt8]]) async -> String? {
    await endWhatOthersEnded()
    guard let memory = try? await memory() else { return nil }
    let rpIDHash = Array(SHA256.hash(data: Array(rpID.utf8)))
    let found =
      allowed.isEmpty
      ? (try? memory.offered(rpIDHash: rpIDHash)) ?? [] : allowed.compactMap { (try? memory.credential($0, rpIDHash: rpIDHash)) ?? nil }
    return found.count == 1 ? found.first?.account?.user.name : nil
  }

  /// Whether the person can be verified by the authenticator itself just now. It waits for nobody's turn.
  public func verifies() async -> Bool {
    guard person.verification != nil, case .set(let retries) = try? await keys.pinStatus() else { return false }
    return retries > 0
  }

  /// Whether U2F is spoken just now. It knows no PIN, so it is not while the PIN is always asked (CTAP 2.1 §7.2), nor where nobody can see whether
  /// it is. It waits for nobody's turn.
  public func speaksU2F() async -> Bool {
    await endWhatOthersEnded()
    return (try? await memory().configuration().alwaysVerifies) == false
  }
}
