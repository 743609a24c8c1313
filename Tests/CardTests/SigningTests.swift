import Encoding
import Vocabulary
import Keycard
import SimulatedCard
import Testing

@testable import Runner
@testable import RunnerTests

@Suite struct SigningTests {
  @Test("D-35: a message, a file and a hash are signed as shown; each signature yields the address")
  func sign() async throws {
    let prepared = try PreparedCard.withAccount.get(), bench = try Bench(prepared)
    var person = try await bench.person(try prepared.copy())
    let expected = [
      "A message": Ethereum.personalMessageHash(Array(person.papers.message.utf8)),
      "A file": try #require(Hex.decode(person.papers.file)),
      "A hash": try #require(Hex.decode(person.papers.hash)),
    ]
    for (kind, hash) in expected {
      person.prefers = [kind]
      try await person.start(.cardSigning)
      #expect(try await person.finish() == RunEnd(grants: false, leadsTo: .origin))
      let made = try #require(person.made)
      #expect(made.hash == Hex.encode(hash), "\(kind)")
      let signature = try #require(Hex.decode(made.signature)),
        signer = try #require(Secp256k1PublicKey.recovered(from: signature, of: hash))
      #expect(Ethereum.address(of: signer) == made.address)
    }
    #expect(
      person.made?.address == "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
      "The first address of the phrase of eleven times abandon.")
    #expect(person.session.account == nil, "Whoever signs is not signed in by it.")
    #expect(try bench.look(at: person.card).tries == [3, 5])
  }
}
