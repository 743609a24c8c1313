import CSodium
import Escrow
import Foundation

/// The cost of an identifier, from the attributes as typed, relative to the one libsodium call it cannot do without.
enum DerivationBench {
  static let attributes = [
    "full_name": "Erika Müller", "birthdate": "1971-02-03", "social_security_number": "756.1234.5678.97",
  ]
  private static let calls = 40, rounds = 9

  static func run() throws {
    let salt = DrawnBytes.bytes(DrawnBytes.providerSaltCount),
      text = try CanonicalJSON.object(attributes).map(CChar.init(bitPattern:))
    var ratios = Rounds(), ours = Rounds(), bare = Rounds()
    for _ in 0..<rounds {
      let bareTime = try time { try stretch(text, salt) }
      let ourTime = try time { _ = try UserIdentifier(attributes, providerSalt: salt) }
      ratios.values.append(ourTime / bareTime)
      ours.values.append(ourTime)
      bare.values.append(bareTime)
    }
    print("Who somebody is to a provider, \(calls) times, median of \(rounds) rounds")
    print(String(format: "  crypto_pwhash alone                    %8.2f ms", bare.median))
    print(String(format: "  the identifier                         %8.2f ms", ours.median))
    print(
      String(format: "  ratio                                  %8.3f      (rounds %@)", ratios.median, ratios.range))
  }

  private struct OutOfMemory: Error {}
  private static func stretch(_ text: [CChar], _ salt: [UInt8]) throws {
    var bytes = [UInt8](repeating: 0, count: 64)
    let status = crypto_pwhash(
      &bytes, UInt64(bytes.count), text, UInt64(text.count), salt, Stretching.passes, Stretching.memory,
      crypto_pwhash_ALG_ARGON2ID13)
    guard status == 0 else { throw OutOfMemory() }
  }

  /// Milliseconds per call.
  private static func time(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    for _ in 0..<calls { try work() }
    return (ContinuousClock.now - start) / .milliseconds(1) / Double(calls)
  }
}
