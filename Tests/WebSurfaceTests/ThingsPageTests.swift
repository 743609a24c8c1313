import Demo
import Foundation
import Model
import TestSite
import Testing
import WaysBack

/// The room in which somebody says where their things lie, and what a page counts with, over HTTP.
@Suite struct ThingsPageTests {
  @Test("the room offers to open the journal once something opens it; home leads there") func room() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      #expect(try await visitor.get("/account/things", accept: "text/html").status == 303)
      try await visitor.register(with: DemoAuthenticator())
      #expect(try await !visitor.get("/account", accept: "text/html").text.contains("href=\"/account/things\""))
      let closed = try await visitor.get("/account/things", accept: "text/html").text
      #expect(closed.contains("nothing opens that yet") && !closed.contains("/start/journal"))
      try await site.addMasterKey(withCode: false)
      try await site.addKey("yellow", .primary)
      #expect(try await visitor.get("/account", accept: "text/html").text.contains("href=\"/account/things\""))
      let room = try await visitor.get("/account/things", accept: "text/html").text
      #expect(room.contains("action=\"/start/journal\"") && room.contains("name=\"from\" value=\"/account/things\""))
      #expect(room.contains("data-things hidden") && !room.contains("<input class"), "it comes closed and empty")
    }
  }

  @Test("what the server knows goes to its own person alone, and names no place, PIN or copy") func rows() async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), stranger = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addMasterKey(withCode: false)
      try await site.addKey("yellow", .primary, provedAt: site.clock.now)
      #expect(try await stranger.get("/account/holdings").status == 401)
      let answer = try await visitor.get("/account/holdings")
      let holdings = try JSONDecoder().decode(ExportedHoldings.self, from: Data(answer.text.utf8))
      let yellow = try #require(holdings.keys.first { $0.name == "yellow" })
      #expect(yellow.power == "opens" && yellow.provedOn == holdings.today)
      #expect(yellow.place == nil && yellow.pin == nil && holdings.copies.isEmpty)
      #expect(holdings.places.values.allSatisfy { $0.isDevice && $0.at == nil })
    }
  }
}
