import Encoding
import HandsProtocol
import Testing
import Vocabulary

@testable import Escrow
@testable import EscrowHands

/// Documents too large for the hands to report in full to a page.
@Suite struct LargeDocumentTests {
  @Test("for a document with too many checks and ways, the hands report the first and keep all")
  func document() throws {
    let address = try #require(ProviderAddress("https://a.example/"))
    func bytes(_ number: Int, _ count: Int) -> Base32Bytes {
      Base32Bytes([UInt8(number)] + Array(repeating: 0, count: count - 1))
    }
    let methods = (0..<70).map { number in
      RecoveryDocument.Method(
        url: address.text, type: .question, truthID: bytes(number, 32), truthKey: bytes(0, 64),
        questionSalt: bytes(0, 16),
        providerSalt: bytes(0, 16), instructions: "?")
    }
    let ways = [[0, 69]] + Array(repeating: [0, 1], count: 600)
    let policies = ways.map {
      RecoveryDocument.Policy(salt: bytes(0, 64), masterKey: bytes(0, 64), truthIDs: $0.map { methods[$0].truthID })
    }
    let document = RecoveryDocument(
      secretName: nil, encryptedCoreSecret: bytes(0, 64), methods: methods, policies: policies)
    var notes = RecoveryNotes(known: KnownProviders([address])),
      draft = try RecoveryDraft(variants: [["a": "b"]], providers: [address])
    draft.opened = OpenedDocument(provider: address, version: 1, documentHash: nil, variant: 0, document)
    notes.draft = draft
    let puzzle = try #require(notes.puzzle)
    #expect(
      Reply.hands(.escrow(.opened(puzzle))).answers(.hands(.escrow(.openDocument(url: address.text, version: 1)))))
    #expect(
      puzzle.isCut == true && puzzle.challenges.count == 64 && puzzle.policies == Array(repeating: [0, 1], count: 512))
    #expect(notes.challenge(69) != nil && notes.draft?.opened?.document.policies.count == 601)
  }

  @Test("a provider that lists a method many times offers it once, at its first price")
  func offers() throws {
    let address = try #require(ProviderAddress("https://a.example/")), free = try #require(Amount.zero("EUR"))
    let dear = try #require(Amount("EUR:9"))
    let methods = [(MethodType.email, free), (.question, dear)] + Array(repeating: (.email, dear), count: 200)
    let configuration = ProviderConfiguration(
      version: "", businessName: "A", currency: "EUR", methods: methods.map { .init($0.0, cost: $0.1) },
      storageLimitInMegabytes: 1,
      annualFee: free, truthUploadFee: free, liabilityLimit: free, providerSalt: Base32Bytes([]))
    let facts = EscrowProviderFacts(address, configuration, isPractice: false, trouble: nil)
    #expect(facts.offers == [.init(.email, cost: free.text), .init(.question, cost: dear.text)])
  }

  @Test("a set-up accepts only as many methods as can be listed")
  func methods() async throws {
    try await withPerson([]) { person in
      _ = await person.identify(.backup)
      for number in 0..<64 {
        let added = await person.add(.email, ["email": "m\(number)@a.example"])
        #expect(added == .methodAdded(EscrowMethodFacts(number, .email)))
      }
      #expect(await person.add(.email, ["email": "m64@a.example"]) == .failed)
      let again = await person.add(.email, ["email": "m0@a.example"])
      #expect(again == .methodAdded(EscrowMethodFacts(0, .email)))
    }
  }
}
