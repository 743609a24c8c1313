import EscrowProvider
import Foundation
import Testing

@Suite struct RegistryTests {
  private struct Entry: Decodable { var code: Int, http: Int, hint: String }

  @Test(
    "Each number of ours stands in the registry, with the status that we answer",
    .enabled(if: Vectors.folder != nil, "LATCHSTRING_VECTORS is not set"))
  func registry() throws {
    let entries = try JSONDecoder().decode([Entry].self, from: try #require(try Vectors.read("error-codes.json")))
    let statuses = Dictionary(uniqueKeysWithValues: entries.map { ($0.code, $0.http) })
    // These exist only in the older form of the protocol.
    let ours = RefusalCode.allCases.filter { $0.rawValue >= 8000 && $0 != .challengeActive && $0 != .timeout }
    try #require(ours.count > 30)
    for code in ours { #expect(statuses[code.rawValue] == code.status.code, "\(code)") }
  }
}
