import Vocabulary
import Model
import RelyingParty
import Testing

@testable import Runner

@Suite struct CounterTests {
  @Test("E-16 E-17 E-19 G-21: the counter is kept and must grow; by default one that does not is noted in the audit log, and the person gets in")
  func warns() async throws {
    var desk = try await Desk()
    try await desk.register("mirela")
    for expected in 1...2 {
      try await desk.signOut(); try await desk.signIn()
      let id = try #require(desk.session.credential)
      #expect(try await desk.store.read { try $0.credential(id)?.signCount } == UInt32(expected))
    }
    #expect(try await desk.events().contains(.counterRegressed) == false)
    try await desk.signOut(); try await desk.signIn(.counter)
    #expect(desk.session.account != nil)
    #expect(try await desk.events().filter { $0 == .counterRegressed }.count == 1)
  }
  @Test("E-17 E-19 G-21: with the strict policy it keeps the person out, says that there may be a copy, and is noted as well") func strict()
    async throws
  {
    var desk = try await Desk(site: { $0.counterPolicy = .strict })
    try await desk.register("mirela")
    let account = try #require(desk.session.account)
    try await desk.signOut(); try await desk.signIn(); try await desk.signOut()
    try await desk.signIn(.counter)
    #expect(desk.session.account == nil && desk.banner == "B-27.copied")
    #expect(try await desk.store.read { try $0.entries(of: account).map(\.event) }.contains(.counterRegressed))
  }
}
