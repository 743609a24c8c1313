import EscrowProvider
import Testing

/// The contents of a message with a code.
@Suite struct CodeLetterTests {
  private func letter(_ code: String) -> CodeLetter {
    CodeLetter(
      method: .email, recipient: Recipient(arguments: ["max@example.com"], hint: "max"), code: code,
      truthName: "ABCDEF", sender: "Friend",
      isPractice: false)
  }

  @Test(
    "A person reads a code in groups; a GNU Anastasis command finds it alone in the first line",
    arguments: [
      ("A-1234567890123456", "A-12345-678-9012-3456"), ("A-12345678", "A-1234-5678"), ("A-1234", "A-1234"),
      ("A-7", "A-7"), ("A-12345", "A-1-2345"),
    ])
  func groups(_ code: String, _ grouped: String) {
    let letter = letter(code)
    let plain = letter.text.split(separator: "\n").map(String.init),
      read = letter.textInGroups.split(separator: "\n").map(String.init)
    #expect(plain.first == code)
    #expect(read.first == grouped)
    #expect(plain.dropFirst().joined() == read.dropFirst().joined())
  }
}
