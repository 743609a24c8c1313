import Crypto
import Encoding
import Foundation

/// A key that an installation shares with the providers it runs itself. With it, they can prove that they belong to the
/// installation (HMAC-SHA256 over a nonce).
public struct OwnProviderKey: Sendable {
  /// The lengths of a key and of a nonce in bytes.
  public static let byteCount = 32, nonceCount = 32
  private let key: Secret

  /// - Returns: `nil` if the key is not 32 bytes long.
  public init?(_ key: Secret) {
    guard key.count == Self.byteCount else { return nil }
    self.key = key
  }

  /// Returns the response to a nonce by the provider at this address. The response is useless for any other address.
  public func proof(of address: ProviderAddress, for nonce: [UInt8]) -> [UInt8] {
    Array(
      HMAC<SHA256>.authenticationCode(for: message(address, nonce), using: key.withBytes { SymmetricKey(data: $0) }))
  }

  func isProof(_ proof: [UInt8], of address: ProviderAddress, for nonce: [UInt8]) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(
      proof, authenticating: message(address, nonce), using: key.withBytes { SymmetricKey(data: $0) })
  }

  private func message(_ address: ProviderAddress, _ nonce: [UInt8]) -> [UInt8] {
    Array("latchstring own provider\n\(address.text)\n".utf8) + nonce
  }
}

/// The providers that this installation runs itself, at ports that are not reserved for them. A different program
/// listening on such a port must not receive identifying data. Each provider therefore proves before every call that it
/// is the right one.
public struct OwnProviders: Sendable {
  /// The addresses at which the providers can be reached.
  public let addresses: Set<ProviderAddress>
  /// The installation's key; `nil` if it has never run a provider, in which case no provider can prove that it is ours.
  let key: OwnProviderKey?

  /// - Parameter key: The installation's key. If `nil`, no provider can prove that it is ours, so none is contacted.
  public init(_ addresses: Set<ProviderAddress>, key: OwnProviderKey?) { self.addresses = addresses; self.key = key }

  /// Returns the provider that a call would reach.
  func address(of call: ProviderCall) -> ProviderAddress? { addresses.first { call.url.hasPrefix($0.origin + "/") } }
}

extension ProviderClient {
  /// The time limit for a proof. It is short because the proof comes from this computer and takes only one hash.
  private static let patienceWithProof = Duration.seconds(2)

  /// Returns `true` if the address may be contacted: it is not one of our own, or has just proved that it is.
  public func mayAsk(_ provider: ProviderAddress) async -> Bool {
    guard let own, own.addresses.contains(provider) else { return true }
    guard let key = own.key else { return false }
    let nonce = DrawnBytes.bytes(OwnProviderKey.nonceCount)
    let call = ProviderCall(
      url: url("/own/\(CrockfordBase32.encode(nonce))", atRootOf: provider), responseLimit: 1 << 10)
    guard case .success(let answer) = await waiting(atMost: Self.patienceWithProof).once(call), answer.status == 200
    else { return false }
    return key.isProof(answer.body, of: provider, for: nonce)
  }
}

/// Applies an operation to many items, a few at a time, and takes each result as it arrives.
enum ManyAtOnce {
  static let width = 8

  static func run<Item: Sendable, Output: Sendable>(
    _ items: some Collection<Item>, width: Int = width, _ work: @escaping @Sendable (Item) async -> Output,
    _ take: (Item, Output) async -> Void
  ) async {
    await run(
      items, width: width, work,
      whether: { item, output in
        await take(item, output)
        return true
      })
  }

  /// - Parameter take: A closure that returns `false` to stop. Operations that have begun still finish.
  static func run<Item: Sendable, Output: Sendable>(
    _ items: some Collection<Item>, width: Int = width, _ work: @escaping @Sendable (Item) async -> Output,
    whether take: (Item, Output) async -> Bool
  ) async {
    await withTaskGroup(of: (Item, Output).self) { group in
      var rest = items.makeIterator(), goesOn = true
      for _ in 0..<width {
        guard let item = rest.next() else { break }
        group.addTask { (item, await work(item)) }
      }
      while let (item, output) = await group.next() {
        goesOn = await take(item, output) && goesOn
        guard goesOn, let next = rest.next() else { continue }
        group.addTask { (next, await work(next)) }
      }
    }
  }
}
