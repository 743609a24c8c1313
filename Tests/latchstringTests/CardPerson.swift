import Foundation
import TestProgram
import TestReader
import Testing

/// A person using `latchstring card`, with their own data folder, and with the rehearsal card or a reader.
final class CardPerson {
  /// The first phrase of BIP39's own examples.
  static let phrase = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
  /// The phrase's first wallet address (m/44'/60'/0'/0/0).
  static let address = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"

  let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
  private let flags: [String], environment: [String: String]

  /// - Parameter reader: The reader; if there is none, the rehearsal card is used.
  init(_ reader: TestReader? = nil) {
    flags = ["--data", folder] + (reader == nil ? ["--rehearsal"] : [])
    environment = (reader?.environment ?? [:]).merging(["NO_COLOR": "1"]) { $1 }
  }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Starts a command as a conversation.
  func begin(_ command: String...) async throws -> PseudoTerminal {
    try await PseudoTerminal(.latchstring(["card"] + command + flags, environment: environment), with: self)
  }

  /// Makes "mirela", an account for the card in use, as a person does in a terminal, and leaves it.
  func makeAccount() async throws {
    let terminal = try await begin("init")
    try await terminal.wait(for: "Your choice (1 to 4")
    try await terminal.type("3", until: "Card PIN (6 digits, not shown): ")
    try await terminal.type("123456", until: "User name")
    try await terminal.type("mirela", until: "You are signed in as mirela.")
    #expect(try await terminal.ended() == 0)
  }

  /// The result of a one-shot command: its status, its single JSON object, and the entire output as text.
  struct Shot {
    var status: Int32
    var json: [String: Any]
    var text: String
    var code: String? { json["code"] as? String }
    var pinTries: Int? { (json["tries"] as? [String: Int])?["pin"] }
    var card: [String: Any] { json["card"] as? [String: Any] ?? [:] }
  }
  /// - Parameter input: Lines for descriptor 0, from which secrets are read.
  func shoot(_ command: String..., input: String...) async throws -> Shot { try await shoot(command, input: input) }
  func shoot(_ command: [String], input: [String] = []) async throws -> Shot {
    let result = try await TestProgram.latchstring(["card"] + command + ["--json"] + flags, environment: environment)
      .run(input: input.map { $0 + "\n" }.joined())
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 1 && result.errors.isEmpty, "One JSON object, and nothing else: \(result)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return Shot(status: result.status, json: try #require(object), text: result.output + result.errors)
  }

  /// Puts a phrase's account on the card with a PIN, and returns the generated PUK and pairing password.
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
  /// Confirms that the phrase is written down, types the three requested words, and reads until these texts are
  /// printed, one after another.
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
  /// The text after this name and a colon, on a separate line.
  func value(of name: String) throws -> String {
    let line = components(separatedBy: .newlines).first { $0.hasPrefix("\(name): ") }
    return String(try #require(line, "There is no \(name) in \(self)").dropFirst(name.count + 2))
  }
  /// The words of a displayed phrase, one per line.
  func words() throws -> String { try (1...12).map { try value(of: "Word \($0)") }.joined(separator: " ") }
}
