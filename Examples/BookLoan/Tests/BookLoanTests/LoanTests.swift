import BookLoan
import FlowKit
import Testing

/// FlowKit can be used on its own: this flow of a different product imports no other room.
@Suite struct LoanTests {
  private let world = World<Loan>(
    start: .first, hands: [.scanned("a book"), .unreadable], server: [.lent(until: "Monday"), .reserved])

  @Test("a different product's flow runs to its end and gives every order once") func walk() throws {
    var walk = Walk<Loan>(.first)
    #expect(walk.says == ["Hold your book under the scanner."] && walk.underway == [.hands(.scan)])
    try walk.hands(.unreadable)
    try walk.hands(.scanned("a book"))
    #expect(walk.underway == [.server(.lend("a book"))])
    #expect(try walk.server(.lent(until: "Monday")).orders == [.hands(.beep)])
    #expect(walk.output == .lent(until: "Monday") && walk.underway.isEmpty)
  }

  @Test("the Explorer proves a different product's flow by that product's laws") func proven() throws {
    let explorer = try Explorer<Loan, LoanLaws>(world)
    #expect(explorer.outputs == [.lent(until: "Monday"), .cancelled])
    #expect(explorer.outputsOfHandsAlone == [.cancelled], "the scanner alone lends nothing")
  }

  @Test("a reserved book can be put back and another one scanned") func reserved() throws {
    var walk = Walk<Loan>(.first)
    try walk.hands(.scanned("a book"))
    try walk.server(.reserved)
    try walk.press("Take another book")
    #expect(walk.underway == [.hands(.scan)])
  }

  @Test("without laws that permit it, lending is caught as a grant without the server's word")
  func gullible() {
    #expect(throws: Explorer<Loan, NoLaws<LoanWords>>.Broken.self) { try Explorer<Loan, NoLaws<LoanWords>>(world) }
  }
}
