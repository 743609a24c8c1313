import Foundation
import Testing

@testable import WaysBack

/// The content of `Tests/Vectors/other-side.json`: drawn accounts, and who else gets into them, in which words.
/// `Public/other-side.js` and `Public/other-side-sentence.js` are checked against the same file.
struct OtherSideVectors: Codable, Equatable {
  struct Account: Codable, Equatable {
    var holdings: ExportedHoldings
    var ways: [Way]
    var onlooker: String
  }
  struct Way: Codable, Equatable {
    /// The kind and id of each act, in the order in which the sentence names them.
    var acts: [[String]]
    var somebodies: Int
    var isAtLeast, opens: Bool
    var sentence: String
  }
  var accounts: [Account]

  static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/other-side.json")

  static func drawn() -> OtherSideVectors {
    OtherSideVectors(
      accounts: OtherSideDrawnTests.drawn(300).map { holdings in
        Account(
          holdings: holdings.exported, ways: OtherSide(holdings)?.ways.map(Way.init) ?? [],
          onlooker: holdings.onlooker.english)
      })
  }

  /// One account in each line, so that a change can be read.
  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = try accounts.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    try Data("{\"accounts\":[\n\(lines.joined(separator: ",\n"))\n]}\n".utf8).write(to: Self.file)
  }
}

extension OtherSideVectors.Way {
  fileprivate init(_ way: OtherSide.Way) {
    acts = way.acts.map { [$0.kind.rawValue, $0.id] }
    somebodies = way.somebodies
    isAtLeast = way.isAtLeast
    opens = way.opens
    sentence = way.sentence.english
  }
}

@Suite("what the page's twin of the other side reads") struct OtherSideVectorsTests {
  /// With `LATCHSTRING_RECORD=1`, the file is written anew.
  @Test("300 drawn accounts answer as the vectors say that other-side.js is checked against") func vectors() throws {
    let drawn = OtherSideVectors.drawn()
    if ProcessInfo.processInfo.environment["LATCHSTRING_RECORD"] != nil { try drawn.write() }
    let written = try JSONDecoder().decode(OtherSideVectors.self, from: Data(contentsOf: OtherSideVectors.file))
    #expect(written.accounts.count == 300)
    for (account, wanted) in zip(drawn.accounts, written.accounts) { #expect(account == wanted) }
    #expect(written.accounts.contains { $0.holdings.spentCopies != nil })
  }
}
