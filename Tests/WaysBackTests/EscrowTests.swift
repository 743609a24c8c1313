import Testing

@testable import WaysBack

@Suite("account recovery with providers") struct EscrowTests {
  private func picture(_ change: (inout Holdings.Plan) -> Void) throws -> Picture {
    var plan = Somebody.plan
    change(&plan)
    return try Somebody.picture { $0.escrow = .known(plan) }
  }

  @Test("a policy that was joined proves no other")
  func perPart() throws {
    let one = try picture { $0.parts[2].provedOn = nil }
    #expect(one.left() == .in && one.left("B") == .hopedIn && one.left("A") == .out)
    let none = try picture {
      $0.parts[0].provedOn = nil
      $0.parts[2].provedOn = nil
    }
    #expect(none.left() == .hopedIn)
    #expect(none.sentence == "You have what you need, but too little of it was tried lately. Try one thing today.")
  }

  @Test("parts of one kind are one thing, and a telephone in a stolen bag gets no codes")
  func oneKind() throws {
    let parts: [Holdings.Plan.Part] = [
      .init(.sms, 0, provedOn: Somebody.today), .init(.sms, 1, provedOn: Somebody.today),
    ]
    let picture = try Somebody.picture {
      $0.escrow = .known(.init([.init("A"), .init("B")], parts, [[0], [1]], at: [.sms: "phone"]))
      $0.keys = [Somebody.key("yellow", at: "bag")]
      $0.places["phone"] = .init("phone", isDevice: true, at: "bag")
    }
    #expect(picture.things.count { $0.kind == .method } == 1)
    #expect(picture.left("Your telephone") == .in && picture.left("bag") == .out)
    #expect(picture.left("yellow", "phone") == .out && picture.sentence == "One loss locks you out: bag.")
  }

  @Test("a provider that is silent is a hope, and one that is gone is none")
  func trouble() throws {
    func troubled(_ trouble: Holdings.Plan.Trouble?) throws -> Picture {
      try picture {
        $0.providers[1].trouble = trouble
        $0.providers[2].trouble = trouble
      }
    }
    #expect(try troubled(nil).left() == .in && troubled(.silent).left() == .hopedIn && troubled(.gone).left() == .out)
    #expect(try troubled(.gone).sentence == "Nothing that you have opens your journal any more.")
  }

  @Test("any provider with the document is enough, and without a document shares open nothing")
  func document() throws {
    let elsewhere = try picture {
      $0.providers[0].hasDocument = false
      $0.providers[1].hasDocument = false
    }
    #expect(elsewhere.left() == .in && elsewhere.left("C") == .out)
    let none = try picture { for at in $0.providers.indices { $0.providers[at].hasDocument = false } }
    #expect(none.left() == .out)
  }

  @Test("a server sees one thing, proved on the day from which on all parts of a policy were")
  func asTheServerSeesIt() throws {
    var plan = Somebody.plan
    plan.parts[0].provedOn = Somebody.today - 10
    plan.parts[2].provedOn = nil
    let holdings = Somebody.holdings { $0.escrow = .known(plan) }
    #expect(holdings.asTheServerSeesIt.escrow == .somewhere(joinedOn: Somebody.today - 10))
  }
}
