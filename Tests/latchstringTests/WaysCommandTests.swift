import Demo
import Foundation
import Model
import Store
import TestSite
import Testing

/// `latchstring ways`, while the site whose accounts it reads is running.
@Suite struct WaysCommandTests {
  private func withAccount(_ body: (_ folder: String, _ site: TestSite) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await withSite(store: try SQLiteStore(path: folder + "/latchstring.sqlite")) { site in
      try await Visitor(site).register(with: DemoAuthenticator())
      try await body(folder, site)
    }
  }

  @Test("it says what the page says: the verdict, the ways in, each loss and the next step") func plain() async throws {
    try await withAccount { folder, site in
      let fresh = try await Program.run("ways", "--data", folder)
      #expect(fresh.status == 0 && fresh.errors == "")
      #expect(
        fresh.output.hasPrefix(
          "You have one passkey, on this computer. Lose this computer, and the account is gone.\n"))
      #expect(fresh.output.contains("Add a key, kept elsewhere"))
      #expect(
        !fresh.output.lowercased().contains("save a recovery code"), "nothing can make one yet: \(fresh.output)")
      try await site.addKey("yellow", .primary, provedAt: Date())
      try await site.addMasterKey(withCode: true)
      let output = try await Program.run("ways", "--data", folder).output
      for part in [
        "One loss locks you out: this computer. One loss may close your journal: ", "Your ways in\n", "If you lose …\n",
        "Kit no. 1", "not tried yet", "signs in, opens nothing", "In, if it works", "Locked out", "What to do next\n",
        "Who else could get in\n", "  2   Whoever finds kit no. 1, and can use this computer.\n",
        "Whoever uses this computer as you, while your journal is open here.",
      ] {
        #expect(output.contains(part), "\(part) in \(output)")
      }
    }
  }

  @Test("things named with --lose are lost together, whatever their case") func lose() async throws {
    try await withAccount { folder, site in
      try await site.addKey("yellow", .primary, provedAt: Date())
      try await site.addMasterKey(withCode: true)
      let one = try await Program.run("ways", "--data", folder, "--lose", "kit no. 1")
      #expect(
        one.status == 0 && one.output.hasSuffix("Without kit no. 1: In.\nYou come back with yellow. You tried it.\n"))
      let both = try await Program.run("ways", "--data", folder, "--lose", "Kit no. 1", "--lose", "Yellow")
      #expect(
        both.output.contains(": In, but no data.\n") && both.output.contains("Nothing opens your journal any more."))
    }
  }

  @Test("a wrong name is refused with the nearest one and with all there are") func wrongName() async throws {
    try await withAccount { folder, site in
      try await site.addKey("yellow", .primary, provedAt: Date())
      let refused = try await Program.run("ways", "--data", folder, "--lose", "yelow")
      #expect(refused.status == 2 && refused.output == "")
      #expect(
        refused.errors.hasPrefix("latchstring: There is nothing named “yelow”. Did you mean “yellow”? You can lose "))
      let json = try await Program.run("ways", "--data", folder, "--lose", "yelow", "--json")
      #expect(json.status == 2 && json.output.contains("\"unknownThing\"") && json.errors == "")
    }
  }

  @Test("--json prints one object with the same") func json() async throws {
    struct Printed: Decodable {
      struct Way: Decodable { var name: String, power: String, proved: String? }
      struct Loss: Decodable { var lose: [String], left: String, by: [String], tried: Bool? }
      struct Next: Decodable { var title: String, effect: String, minutes: Int }
      struct Other: Decodable { var says: String, somebodies: Int?, atLeast: Bool?, opens: Bool? }
      var account: String, says: [String], ways: [Way], losses: [Loss], next: [Next], others: [Other]
    }
    try await withAccount { folder, site in
      try await site.addKey("yellow", .primary, provedAt: Date())
      let result = try await Program.run("ways", "--data", folder, "--json")
      let printed = try JSONDecoder().decode(Printed.self, from: Data(result.output.utf8))
      #expect(result.status == 0 && printed.account == "mirela" && !printed.next.isEmpty)
      let yellow = try #require(printed.ways.first { $0.name == "yellow" })
      #expect(yellow.power == "opens" && yellow.proved?.count == 10)
      #expect(printed.losses.allSatisfy { $0.lose.count == 1 })
      let computer = try #require(printed.losses.first { $0.lose == ["this computer"] })
      #expect(computer.left == "out" && computer.by == [] && computer.tried == nil)
      let passkey = try #require(printed.others.first)
      #expect(passkey.says == "Whoever can use this computer and unlock it, to sign in only.")
      #expect(passkey.somebodies == 1 && passkey.atLeast == false && passkey.opens == false)
      let onlooker = try #require(printed.others.last)
      #expect(onlooker.says.hasPrefix("Whoever uses this computer as you") && onlooker.somebodies == nil)
    }
  }

  @Test("of several accounts one has to be named, and names are listed") func several() async throws {
    try await withAccount { folder, site in
      try await Visitor(site).register("ana", with: DemoAuthenticator())
      let refused = try await Program.run("ways", "--data", folder)
      #expect(refused.status == 2 && refused.errors.contains("mirela") && refused.errors.contains("ana"))
      #expect(try await Program.run("ways", "--data", folder, "--account", "ana").status == 0)
      let near = try await Program.run("ways", "--data", folder, "--account", "mirella")
      #expect(near.status == 2 && near.errors.contains("Did you mean “mirela”?"))
    }
  }

  @Test("it changes nothing in the database") func reads() async throws {
    try await withAccount { folder, site in
      let changes = try await site.changes { () async throws in
        #expect(try await Program.run("ways", "--data", folder).status == 0)
      }
      #expect(changes.isEmpty)
    }
  }
}
