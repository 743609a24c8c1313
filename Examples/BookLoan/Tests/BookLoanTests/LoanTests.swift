import BookLoan
import FlowKit
import Testing

/// FlowKit can be used alone: this flow of another product imports no other room.
@Suite struct LoanTests {
  private let world = World<Loan>(
    start: .first, hands: [.scanned("a book"), .unreadable], server: [.lent(until: "Monday"), .reserved])

  @Test("another product's flow is walked to its end, and every order is given once") func walk() throws {
    var walk = Walk<Loan>(.first)
    #expect(walk.says == ["Hold your book under the scanner."] && walk.underway == [.hands(.scan)])
    try walk.hands(.unreadable)
    try walk.hands(.scanned("a book"))
    #expect(walk.underway == [.server(.lend("a book"))])
    #expect(try walk.server(.lent(until: "Monday")).orders == [.hands(.beep)])
    #expect(walk.output == .lent(until: "Monday") && walk.underway.isEmpty)
  }

  @Test("the Explorer proves another product's flow by that product's laws") func proven() throws {
    let explorer = try Explorer<Loan, LoanLaws>(world)
    #expect(explorer.outputs == [.lent(until: "Monday"), .cancelled])
    #expect(explorer.outputsOfHandsAlone == [.cancelled], "the scanner alone lends nothing")
  }

  @Test("a book that somebody reserved can be put back for another") func reserved() throws {
    var walk = Walk<Loan>(.first)
    try walk.hands(.scanned("a book"))
    try walk.server(.reserved)
    try walk.press("Take another book")
    #expect(walk.underway == [.hands(.scan)])
  }

  @Test("a grant without the server's word is caught: with laws that know of none, lending breaks the rule")
  func gullible() {
    #expect(throws: Explorer<Loan, NoLaws<LoanWords>>.Broken.self) { try Explorer<Loan, NoLaws<LoanWords>>(world) }
  }
}
