import Foundation
import Testing

/// An unknown command, as a person types it.
@Suite struct UnknownCommandTests {
  @Test("an unknown command is reported; the nearest one is named, and all are listed") func top()
    async throws
  {
    let near = try await Program.run("provdier")
    #expect(near.status == 64 && near.output == "", "\(near)")
    #expect(
      near.errors.hasPrefix(
        "latchstring: There is no command “provdier”. Did you mean “latchstring provider”?\nThese are the commands:\n"))
    let names = [
      "home", "serve", "provider", "card", "escrow", "keys", "hands", "verify", "copy", "audit", "metadata", "ways",
    ]
    for name in names {
      #expect(near.errors.contains("\n  \(name) "), "\(name)")
    }
    #expect(!near.errors.contains("Usage"), "The usage of another command helps nobody: \(near.errors)")
    let far = try await Program.run("bogus", "--port", "1")
    #expect(
      far.status == 64 && far.errors.hasPrefix("latchstring: There is no command “bogus”.\nThese are the commands:\n"),
      "\(far)")
  }

  @Test(
    "so it is below a command, also where that has one that goes without a name",
    arguments: [
      ("keys", "pinn", "pin"), ("card", "stats", "status"), ("audit", "verfy", "verify"),
      ("provider", "reviews", "review"),
    ])
  func below(command: String, typed: String, meant: String) async throws {
    let outcome = try await Program.run(command, typed)
    let sentence =
      "There is no command “\(typed)” in “latchstring \(command)”. Did you mean “latchstring \(command) \(meant)”?"
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("latchstring: \(sentence)\n"), "\(outcome)")
    #expect(outcome.errors.contains("“latchstring \(command) COMMAND --help” explains one of them."), "\(outcome)")
  }

  @Test("with --json, the report is one object") func json() async throws {
    let outcome = try await Program.run("keys", "bogus", "--json")
    let said = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: String], "\(outcome)")
    #expect(
      outcome.status == 64
        && said == ["code": "usage", "message": "There is no command “bogus” in “latchstring keys”."])
  }

  @Test("commands, aliases and requests for help are still accepted") func taken() async throws {
    for arguments in [
      ["help"], ["help", "keys"], ["--version"], ["home", "--help"], ["card", "unblock", "--help"],
      ["keys", "host", "--help"],
    ] {
      let outcome = try await Program.run(arguments)
      #expect(outcome.status == 0 && outcome.errors == "" && !outcome.output.isEmpty, "\(arguments) \(outcome)")
    }
  }
}
