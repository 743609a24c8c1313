import Encoding
import Foundation
import Testing

@testable import HandsProtocol

/// Checks every value of the protocol in its written form, against files that `scripts/types` also checks the page's
/// own declarations against: a key or name that changes only here, or only there, fails the gate.
@Suite struct GoldenTests {
  @Test("the server's work for hands matches the golden file completely, in both directions")
  func work() throws {
    let all = try Golden.roundTrip(HandsWork.self, "work")
    let ceremonies = KeyCeremony.allCases.map { "key.\($0.rawValue)" },
      ways = WayTask.Kind.allCases.map { "way.\($0.rawValue)" }
    #expect(Set(all.map(\.effect)) == Set(ceremonies + ways + ["wait", "card", "escrow"]))
    let work = try Golden.objects("work")
    #expect(Golden.types(work, "card") == Set(CardEffect.Kind.allCases.map(\.rawValue)))
    #expect(Golden.types(work, "escrow") == Set(EscrowEffect.Kind.allCases.map(\.rawValue)))
    #expect(Golden.types(try Golden.objects("orders")) == ["buzz", "forget"])
    #expect(try Golden.roundTrip(HandsOrder.self, "orders") == [.buzz, .forget("pin")])
  }

  @Test("the hands' reports match the golden file in both directions") func messages() throws {
    _ = try Golden.roundTrip(HandsMessage.self, "messages")
    let replies = Set(try Golden.objects("messages").compactMap { $0["reply"] as? String })
    #expect(
      replies
        == Set(
          WayNews.Kind.allCases.map { "way.\($0.rawValue)" } + ["key.given", "key.fault", "elapsed", "card", "escrow"]))
    _ = try Golden.roundTrip(SealedBundle.self, "made")
    _ = try Golden.roundTrip(RecoveryLookup.self, "lookups")
    _ = try Golden.roundTrip(RecoveryProof.self, "proofs")
    _ = try Golden.roundTrip(DrillProof.self, "drills")
    _ = try Golden.roundTrip(DrawnTicket.self, "tickets")
    _ = try Golden.roundTrip(CardShown.self, "cards-shown")
  }

  @Test("the enumerations of bare names match the golden file") func names() throws {
    func names<Name: CaseIterable & RawRepresentable>(_: Name.Type) -> [String] where Name.RawValue == String {
      Name.allCases.map(\.rawValue)
    }
    let golden = try #require(try Golden.read([[String: [String]]].self, "names").first)
    let all = [
      "absences": names(CardAbsence.self), "faults": names(KeyFault.self), "timers": names(TimerID.self),
      "makers": names(CardMaker.self),
      "statements": names(CardPurpose.self), "secrets": names(CardSecret.self),
      "contents": names(CardFacts.Contents.self),
      "purposes": names(EscrowPurpose.self), "kinds": names(EscrowKind.self), "troubles": names(EscrowTrouble.self),
      "misfits": names(EscrowMisfit.Fault.self), "standings": names(EscrowPicture.Standing.self),
    ]
    #expect(golden == all)
  }

  @Test("everything a page and its hands exchange matches the golden files completely") func hands()
    throws
  {
    _ = try Golden.roundTrip(CardAnswer.self, "card-answers")
    #expect(Golden.types(try Golden.objects("card-answers"), "reply") == Set(CardReply.Kind.allCases.map(\.rawValue)))
    _ = try Golden.roundTrip(EscrowAnswer.self, "escrow-answers")
    #expect(
      Golden.types(try Golden.objects("escrow-answers"), "reply") == Set(EscrowReply.Kind.allCases.map(\.rawValue)))
    _ = try Golden.roundTrip(PasskeyWork.self, "passkeys")
    #expect(Golden.types(try Golden.objects("passkeys"), "effect") == Set(PasskeyOrder.Kind.allCases.map(\.rawValue)))
    _ = try Golden.roundTrip(PasskeyNews.self, "passkey-answers")
    _ = try Golden.roundTrip(Hello.self, "hello")
    _ = try Golden.roundTrip(Meeting.self, "meetings")
    _ = try Golden.roundTrip(Met.self, "met")
    _ = try Golden.roundTrip(Recognition.self, "recognitions")
    _ = try Golden.roundTrip(RecognitionProof.self, "recognition-proofs")
    _ = try Golden.roundTrip(SealedOrder.self, "sealed-orders")
    _ = try Golden.roundTrip(SealedAnswer.self, "sealed-answers")
  }

  @Test("a page supplies only the secrets that an order names, and no own PUK for a new card") func named()
    throws
  {
    let body =
      #"""
      {"effect": {"type": "initialize", "field": "a"}, "secrets": {"a": "123456", "newPUK": "111111111111", \#
      "newPairing": "x"}}
      """#
    let work = try JSONDecoder().decode(CardWork.self, from: Data(body.utf8))
    #expect(work.effect == .initialize(pin: "a") && Set(work.secrets.keys) == ["a"])
  }

  @Test("an order to the hands is read with its secrets, which can never be written out again") func orders() throws {
    let card = try Golden.read([CardWork].self, "card-orders"),
      escrow = try Golden.read([EscrowWork].self, "escrow-orders")
    #expect(card.map(\.effect) == [.verifyPIN("pin"), .sign(.enroll)])
    #expect(card[1].claim == CardClaim(account: "YQ", challenge: "Yw"))
    #expect(card[0].secrets["pin"]?.matches(Secret(Array("123456".utf8))) == true && card[1].secrets.isEmpty)
    #expect(escrow.map(\.effect) == [.answer(challenge: 0, "answer")])
    #expect(escrow[0].secrets["answer"]?.matches(Secret(Array("blue".utf8))) == true)
    let inside = try #require(try Golden.read([PageOrder<CardWork>].self, "page-orders").first)
    #expect(inside.token == "dA" && inside.tab == "YQ" && inside.work.effect == .verifyPIN("pin"))
    #expect("\(card) \(escrow)".contains("123456") == false && !"\(escrow)".contains("blue"))
    #expect(!(card[0] as Any is any Encodable) && !(escrow[0] as Any is any Encodable))
  }

  @Test(
    "a drill takes no step that sets anything up, and no drill",
    arguments: [
      #"{"type": "checkPayments"}"#, #"{"type": "discard", "purpose": "backup"}"#, #"{"type": "status"}"#,
      #"{"type": "drill", "step": {"type": "recover"}}"#,
    ])
  func drillSteps(_ step: String) throws {
    func read(_ step: String) throws -> EscrowEffect {
      try JSONDecoder().decode(EscrowEffect.self, from: Data(#"{"type": "drill", "step": \#(step)}"#.utf8))
    }
    #expect(throws: DecodingError.self) { try read(step) }
    #expect(try read(#"{"type": "recover"}"#) == .drill(.recover))
  }

  @Test(
    "a message of another version is told from one that cannot be read",
    arguments: [#"{"version":1,"ticket":1,"reply":"way.opened"}"#, #"{"ticket":1,"reply":"way.opened"}"#])
  func versions(_ text: String) {
    #expect(throws: OtherVersion.self) { try JSONDecoder().decode(HandsMessage.self, from: Data(text.utf8)) }
  }

  @Test(
    "a message outside the protocol is not read",
    arguments: [
      #"{"version":6,"ticket":1,"reply":"key.verified"}"#, #"{"version":6,"ticket":1,"reply":"way.nonsense"}"#,
      #"{"version":6,"ticket":1,"reply":"way."}"#,
      #"{"version":6,"ticket":1,"reply":"way.made"}"#,
      #"{"version":6,"ticket":1,"reply":"card","card":{"type":"tries"}}"#,
      #"{"version":6,"ticket":1,"reply":"card","card":{"correct":{}}}"#, #"{"version":6,"reply":"way.opened"}"#, "[]",
      "{}",
    ])
  func nonsense(_ text: String) {
    #expect(throws: (any Error).self) { try JSONDecoder().decode(HandsMessage.self, from: Data(text.utf8)) }
  }
}

/// The golden files, each a list of values of one kind.
enum Golden {
  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).json"))
  }
  static func read<Value: Decodable>(_: Value.Type, _ name: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: data(name))
  }
  static func objects(_ name: String) throws -> [[String: Any]] {
    try #require(JSONSerialization.jsonObject(with: data(name)) as? [[String: Any]])
  }

  /// Reads each value and expects it to be written exactly as in the file, with all its keys.
  static func roundTrip<Value: Codable>(_: Value.Type, _ name: String, _ location: SourceLocation = #_sourceLocation)
    throws -> [Value]
  {
    let values = try read([Value].self, name), texts = try objects(name).map(text)
    #expect(!values.isEmpty, sourceLocation: location)
    for (value, golden) in zip(values, texts) {
      let written = text(try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)))
      #expect(written == golden, sourceLocation: location)
    }
    return values
  }

  /// The types that occur in the objects themselves, or in their values for this key.
  static func types(_ objects: [[String: Any]], _ key: String? = nil) -> Set<String> {
    Set(objects.compactMap { object in ((key.map { object[$0] as? [String: Any] } ?? object)?["type"]) as? String })
  }

  private static func text(_ object: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
