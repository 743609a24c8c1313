import Crypto
import Encoding
import Foundation

/// A key that an installation shares with the providers it plays itself, so that they can prove to be its own (HMAC-SHA256 over a nonce).
public struct OwnProviderKey: Sendable {
  /// Bytes of a key, and of what a provider is asked to prove itself for.
  public static let byteCount = 32, nonceCount = 32
  private let key: Secret

  /// - Returns: `nil` where it has not 32 bytes.
  public init?(_ key: Secret) {
    guard key.count == Self.byteCount else { return nil }
    self.key = key
  }

  /// What the provider at this address answers to a nonce. It is of no use for another address.
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

/// The providers that this installation plays itself, at ports that nobody chose. Whatever else listens there may not get what tells who
/// somebody is, so that each proves before every call that it is the one who answers.
public struct OwnProviders: Sendable {
  /// Where they answer.
  public let addresses: Set<ProviderAddress>
  /// `nil` where this installation never played any: then nobody can prove it.
  let key: OwnProviderKey?

  /// - Parameter key: `nil` where none of them can prove anything; then none is asked.
  public init(_ addresses: Set<ProviderAddress>, key: OwnProviderKey?) { self.addresses = addresses; self.key = key }

  /// The one that a call would reach.
  func address(of call: ProviderCall) -> ProviderAddress? { addresses.first { call.url.hasPrefix($0.origin + "/") } }
}

extension ProviderClient {
  /// It is on this computer, and computes one hash.
  private static let patienceWithProof = Duration.seconds(2)

  /// Whether it may be asked: it is none of our own, or has just proved that it is.
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

/// Does the same to many things, a few of them at a time, and takes each result as it comes.
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

  /// - Parameter take: Says whether to go on. What was begun is done all the same.
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
