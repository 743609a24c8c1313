import Foundation
import Testing

@testable import WaysBack

@Suite("what the page's twin reads") struct ExportedTests {
  /// With `LATCHSTRING_RECORD=1`, the file is written anew.
  @Test("500 drawn accounts answer as the vectors say that waysback.js is checked against")
  func vectors() throws {
    let drawn = WaysBackVectors.drawn()
    if ProcessInfo.processInfo.environment["LATCHSTRING_RECORD"] != nil { try drawn.write() }
    let written = try JSONDecoder().decode(WaysBackVectors.self, from: Data(contentsOf: WaysBackVectors.file))
    #expect(written.accounts.count == 500)
    for (account, wanted) in zip(drawn.accounts, written.accounts) { #expect(account == wanted) }
    let marks = Set(written.accounts.flatMap(\.losses).map(\.left))
    #expect(marks == Set(Left.allCases.map(\.rawValue)), "each mark is among the answers")
  }

  @Test("a picture is written with its things, their names as labels, and the ways of each structure")
  func shape() throws {
    let picture = try Somebody.picture {
      $0.keys = [Somebody.key("yellow", at: "bag")]
      $0.code = Somebody.code(2, provedOn: nil)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let things = [
      #"{"id":"yellow","kind":"key","name":"yellow"}"#, #"{"id":"bag","kind":"place","name":"bag"}"#,
      #"{"id":"pin of yellow","kind":"pin","name":"the PIN for yellow"}"#,
      #"{"id":"kit 2, paper 0","kind":"paper","name":"Kit no. 2"}"#,
      #"{"id":"this site","kind":"site","name":"this site"}"#,
    ]
    let countings = #"{"hoped":[[3,4],[0,1,2,4]],"proved":[[0,1,2,4]]}"#
    let wanted =
      #"{"host":[4],"structures":{"open":\#(countings),"signIn":\#(countings)},"#
      + #""things":[\#(things.joined(separator: ","))]}"#
    #expect(String(decoding: try encoder.encode(picture.exported), as: UTF8.self) == wanted)
  }

  @Test("the codes of the five marks stay as pages and programs know them")
  func codes() {
    #expect(Left.allCases.map(\.rawValue) == ["in", "hoped", "noAccount", "noData", "out"])
    let words = ["In", "In, if it works", "Data, no account", "In, but no data", "Locked out"]
    #expect(Left.allCases.map(\.words.english) == words)
  }
}
