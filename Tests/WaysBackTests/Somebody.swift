import Access
import Sentences
import Testing

@testable import WaysBack

/// What the tests' people hold. They said where each thing lies and that each PIN differs, unless a test says otherwise.
enum Somebody {
  static let today = 20_780

  static func holdings(_ site: Holdings.Site = .hosted("this site"), _ change: (inout Holdings) -> Void) -> Holdings {
    var holdings = Holdings(site: site, today: today)
    change(&holdings)
    return holdings
  }
  static func picture(
    _ site: Holdings.Site = .hosted("this site"), _ change: (inout Holdings) -> Void
  ) throws -> Picture { try #require(Picture(holdings(site, change))) }

  static func key(
    _ id: String, _ power: Holdings.Key.Power = .opens, named name: String? = nil, provedOn: Int? = today,
    at place: String? = nil
  ) -> Holdings.Key {
    let pin = Holdings.PIN(id: "pin of \(id)", Sentence(verbatim: "the PIN for \(id)"))
    return Holdings.Key(
      id: id, Sentence(verbatim: name ?? id), power, provedOn: provedOn, pin: pin, at: place ?? "\(id)'s place")
  }
  /// A key of which the server knows no place and no PIN.
  static func bareKey(_ id: String, provedOn: Int? = today, at place: String? = nil) -> Holdings.Key {
    Holdings.Key(id: id, Sentence(verbatim: id), provedOn: provedOn, at: place)
  }
  static func code(_ kit: Int = 1, provedOn: Int? = today, at place: String? = nil) -> Holdings.Code {
    Holdings.Code(kit: kit, record: "kit \(kit)", [Holdings.Code.Paper(at: place, provedOn: provedOn)])
  }
  static func copy(
    _ kind: Holdings.Copy.Kind = .journal, holds: Set<String>, readOn: Int? = today, at place: String?
  ) -> Holdings.Copy { Holdings.Copy(id: "copy", kind, holds: holds, readOn: readOn, at: place) }

  /// Who else could get in, each with how many it takes.
  static func others(_ holdings: Holdings) -> [String] {
    OtherSide(holdings)?.ways.map { "\($0.somebodies)\($0.isAtLeast ? "+" : "") \($0.sentence.english)" } ?? []
  }

  /// Two policies over three providers, all tried.
  static let plan = Holdings.Plan(
    [.init("A"), .init("B"), .init("C")],
    [.init(.email, 0, provedOn: today), .init(.question, 1, provedOn: today), .init(.post, 2, provedOn: today)],
    [[0, 1], [0, 2]], at: [.post: "home"])
}

extension Picture {
  /// What is left after the loss of things, by their ids or names.
  func left(_ lost: String...) -> Left { left(after: set(lost)) }
  var sentence: String { Verdict(self).sentence.english }
}
