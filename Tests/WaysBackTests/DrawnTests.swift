import Access
import Testing

@testable import WaysBack

@Suite("over 250 drawn accounts") struct DrawnTests {
  static let drawn = Array(DrawnAccounts(seed: 3).prefix(250))

  @Test("what is proved is hoped as well, and who can open the journal where it is can sign in")
  func order() throws {
    for var holdings in Self.drawn {
      holdings.copies = []
      let picture = try #require(Picture(holdings))
      for goal in Goal.allCases {
        let hoped = picture.structure(goal, .hoped)
        #expect(picture.structure(goal, .proved).ways.allSatisfy { hoped.opens(with: $0) })
      }
      for counting in Counting.allCases {
        let signIn = picture.structure(.signIn, counting)
        #expect(picture.structure(.open, counting).ways.allSatisfy { signIn.opens(with: $0) })
      }
    }
  }

  @Test("losing more never leaves more")
  func losingMore() throws {
    let rank: [Left: Int] = [.out: 0, .noData: 1, .noAccount: 1, .hopedIn: 2, .in: 3]
    for holdings in Self.drawn {
      let picture = try #require(Picture(holdings))
      for one in picture.things.indices {
        let less = try #require(rank[picture.left(after: Things([one]))])
        for two in picture.things.indices {
          #expect(try #require(rank[picture.left(after: Things([one, two]))]) <= less)
        }
      }
    }
  }

  @Test("a server claims no more than the open page, and nothing without a condition")
  func serverClaims() throws {
    for holdings in Self.drawn {
      // A server asks no provider, and does not know that one is gone.
      if case .known(let plan) = holdings.escrow, plan.providers.contains(where: { $0.trouble != nil }) { continue }
      if case .known(let plan) = holdings.escrow, !plan.providers.contains(where: \.hasDocument) { continue }
      let server = Verdict(try #require(Picture(holdings.asTheServerSeesIt)))
      let page = Verdict(try #require(Picture(holdings)))
      #expect(server.sure <= 1 && server.sure <= page.sure && page.sure <= page.strength)
      #expect(server.strength == 0 || page.strength > 0)
      #expect(server.strength < 2 || server.sentence.english.contains(", as long as no two "))
    }
  }

  @Test("no way of placing what is unplaced, and of sharing PINs, is worse than what is said")
  func worst() throws {
    for holdings in Self.drawn {
      let verdict = Verdict(try #require(Picture(holdings)))
      for place in DrawnAccounts.places + ["elsewhere"] {
        for pin in [nil, Holdings.PIN(id: "1", "one PIN"), Holdings.PIN(id: "another", "another PIN")] {
          let then = Verdict(try #require(Picture(holdings.arranged(at: place, pin: pin))))
          #expect(then.strength >= verdict.sure)
          #expect(then.account >= min(verdict.sure, verdict.sureAccount))
        }
      }
    }
  }

  @Test("a way back has nothing in it that is lost, the site included, and does what its mark says")
  func wayBack() throws {
    for holdings in Self.drawn {
      let picture = try #require(Picture(holdings))
      for one in picture.things.indices {
        for two in picture.things.indices where two >= one {
          let lost = Things([one, two]), left = picture.left(after: lost), way = picture.wayBack(after: lost)
          #expect((way == nil) == (left == .out))
          guard let way else { continue }
          let counting: Counting = way.isTried ? .proved : .hoped
          #expect(!way.takes.meets(lost) && !way.names.isEmpty)
          #expect(left == .noData || picture.structure(.open, counting).opens(with: way.takes))
          #expect(left == .noAccount || picture.structure(.signIn, counting).opens(with: way.takes))
          #expect(left != .in || way.isTried)
        }
      }
    }
  }

  @Test("each advice makes it better, and following the best one ends where no one loss locks out")
  func advice() throws {
    for holdings in Self.drawn {
      var now = holdings, steps = 0
      while let best = try #require(Picture(now)).advice(atMost: 1).first {
        #expect(best.after > best.before && !best.effect.isEmpty)
        now = best.steps.reduce(now) { $0.after($1) }
        steps += 1
        try #require(steps < 20, "\(holdings)")
      }
      // Without a touch that opens, the way on is to come back with the code or the shares, which is no step at home.
      guard holdings.canAddKey else { continue }
      let end = Verdict(try #require(Picture(now)))
      #expect(end.strength >= 2, "\(end.sentence)")
    }
  }

  @Test("a large account is judged at once, and one with more than 64 things is refused")
  func large() throws {
    let picture = try Somebody.picture {
      $0.keys = (0..<6).map { Somebody.bareKey("key \($0)", at: DrawnAccounts.places[$0 % 3]) }
      let methods = Holdings.Plan.Method.allCases
      $0.escrow = .known(
        .init(
          (0..<5).map { .init("provider \($0)") }, (0..<5).map { .init(methods[$0], $0, provedOn: Somebody.today) },
          (0..<5).map { [$0, ($0 + 1) % 5] }))
    }
    #expect(picture.things.count > 24 && Verdict(picture).strength == 4)
    #expect(!picture.headline.isEmpty && picture.advice().isEmpty)
    let many = Somebody.holdings { $0.keys = (0..<40).map { Somebody.bareKey("key \($0)") } }
    #expect(Picture(many) == nil)
  }
}

extension Holdings {
  /// The holdings with all unplaced objects at one place, and with one PIN for all keys and cards of which nobody said
  /// a PIN; `nil` leaves them as they are.
  func arranged(at place: String?, pin: PIN?) -> Holdings {
    var then = self
    for at in keys.indices {
      then.keys[at].place = keys[at].place ?? place
      then.keys[at].pin = keys[at].pin ?? pin
    }
    for at in cards.indices {
      then.cards[at].place = cards[at].place ?? place
      then.cards[at].pin = cards[at].pin ?? pin
    }
    then.code?.papers = code?.papers.map { Code.Paper(at: $0.place ?? place, provedOn: $0.provedOn) } ?? []
    for at in copies.indices { then.copies[at].place = copies[at].place ?? place }
    for (id, known) in places where known.isDevice { then.places[id]?.at = known.at ?? place }
    return then
  }
}
