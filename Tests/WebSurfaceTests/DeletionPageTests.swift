import Demo
import Foundation
import Model
import TestSite
import Testing

/// What the account's home says about the end of the account.
@Suite struct DeletionPageTests {
  @Test("the home offers to delete the account, says until when it lasts, and keeps it for its holder alone")
  func banner() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      let page = try await visitor.get("/account", accept: "text/html").text
      #expect(page.contains("Delete this account") && !page.contains("will be deleted"))
      let account = try await site.account().id
      _ = try await site.runner.announceDeletion(of: account)
      let warned = try await visitor.get("/account", accept: "text/html").text
      #expect(warned.contains("This account will be deleted on ") && warned.contains("Keep this account"))
      #expect(!warned.contains("Delete this account"))

      let stranger = Visitor(site)
      try await stranger.register("ilinca", with: DemoAuthenticator())
      #expect(try await stranger.submit("/account/keep").status == 303)
      #expect(try await site.store.read { try $0.account(account)?.life.deletionAt } != nil)
      #expect(try await visitor.submit("/account/keep").header("location") == "/account")
      #expect(try await site.store.read { try $0.account(account)?.life.deletionAt } == nil)
      #expect(try await !visitor.get("/account", accept: "text/html").text.contains("will be deleted"))
    }
  }
}
