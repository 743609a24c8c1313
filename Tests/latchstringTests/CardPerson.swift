import Foundation
import TestProgram
import TestReader
import Testing

/// Somebody at `latchstring card`, with a data folder of their own, and with the rehearsal card or a reader.
final class CardPerson {
  /// The first phrase of BIP39's own examples.
  static let phrase = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
  /// Its first wallet address (m/44'/60'/0'/0/0).
  static let address = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"

  let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
  private let flags: [String], environment: [String: String]

  /// - Parameter reader: Without one, the rehearsal card.
  init(_ reader: TestReader? = nil) {
    flags = ["--data", folder] + (reader == nil ? ["--rehearsal"] : [])
    environment = (reader?.environment ?? [:]).merging(["NO_COLOR": "1"]) { $1 }
  }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A command as a conversation.
  func begin(_ command: String...) async throws -> PseudoTerminal {
    try await PseudoTerminal(.latchstring(["card"] + command + flags, environment: environment), with: self)
  }

  /// Makes "mirela", an account of the card that lies there, as a person does in a terminal, and leaves it.
  func makeAccount() async throws {
    let terminal = try await begin("init")
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("3", until: "Card PIN (6 digits, not shown): ")
    try await terminal.type("123456", until: "User name")
    try await terminal.type("mirela", until: "You are signed in as mirela.")
    #expect(try await terminal.ended() == 0)
  }

  /// What a one-shot command said: its status, its one JSON object, and all of it as text.
  struct Shot {
    var status: Int32
    var json: [String: Any]
    var text: String
    var code: String? { json["code"] as? String }
    var pinTries: Int? { (json["tries"] as? [String: Int])?["pin"] }
    var card: [String: Any] { json["card"] as? [String: Any] ?? [:] }
  }
  /// - Parameter input: Lines for descriptor 0, which secrets are read from.
  func shoot(_ command: String..., input: String...) async throws -> Shot { try await shoot(command, input: input) }
  func shoot(_ command: [String], input: [String] = []) async throws -> Shot {
    let result = try await TestProgram.latchstring(["card"] + command + ["--json"] + flags, environment: environment)
      .run(input: input.map { $0 + "\n" }.joined())
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 1 && result.errors.isEmpty, "One JSON object, and nothing else: \(result)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return Shot(status: result.status, json: try #require(object), text: result.output + result.errors)
  }

  /// Puts a phrase's account on the card with a PIN, and gives the PUK and the pairing password that were drawn.
  @discardableResult
  func prepare(_ phrase: String = CardPerson.phrase, pin: String = "123456", erasing: Bool = false) async throws -> (
    puk: String, pairing: String
  ) {
    let secrets = folder + "-secrets"
    defer { try? FileManager.default.removeItem(atPath: secrets) }
    let arguments = (flags + (erasing ? ["--erase"] : [])).map { "'\($0)'" }.joined(separator: " ")
    let made = try await Program.shell(
      "latchstring card backup --json \(arguments) --phrase-fd 0 --new-pin-fd 0 --secrets-fd 4 4>'\(secrets)'",
      environment: environment,
      input: "\(phrase)\n\(pin)\n")
    #expect(made.status == 0, "\(made)")
    let lines = try String(contentsOfFile: secrets, encoding: .utf8).split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    return (lines[0], lines[1])
  }
}

extension PseudoTerminal {
  /// Says that the phrase is written down, types the three words that are asked back, and reads until these were
  /// printed, one after the other.
  @discardableResult
  func recall(_ phrase: String, until text: String, _ more: String...) async throws -> String {
    let words = phrase.split(separator: " ")
    type("yes\r")
    for _ in 0..<3 {
      try await wait(for: "\nWord ")
      let place = try #require(Int(try await wait(for: ": ").dropLast(2)))
      try #require(words.indices.contains(place - 1))
      type("\(words[place - 1])\r")
    }
    var printed = ""
    for text in [text] + more { printed += try await wait(for: text) }
    return printed
  }
}

extension String {
  /// What stands after this name and a colon, on a line of its own.
  func value(of name: String) throws -> String {
    let line = components(separatedBy: .newlines).first { $0.hasPrefix("\(name): ") }
    return String(try #require(line, "There is no \(name) in \(self)").dropFirst(name.count + 2))
  }
  /// The words of a phrase that is shown, one on each line.
  func words() throws -> String { try (1...12).map { try value(of: "Word \($0)") }.joined(separator: " ") }
}
