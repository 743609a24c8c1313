import Access
import Foundation
import SeededNumbers
import Testing

@testable import WaysBack

/// The content of `Tests/Vectors/waysback.json`: drawn accounts, what is said of them, what some losses leave of them,
/// and what brings their holders back. `Public/waysback.js` and what it rests on are checked against the same file.
struct WaysBackVectors: Codable, Equatable {
  struct Account: Codable, Equatable {
    var holdings: ExportedHoldings
    /// What is said first, and what is said beneath it, in English.
    var sentence: String, more: [String]
    /// The names of the things, by themselves and inside a sentence.
    var names: [[String]]
    /// The kind of each thing, in the order of its number. Ids and names decide nothing.
    var kinds: [String]
    var structures: ExportedPicture.Structures
    var host: [Int]
    var smallest: [[Int]]
    /// The steps that help by themselves: the name of each, and what it does.
    var advice: [[String]]
    var losses: [Loss]
  }
  struct Loss: Codable, Equatable {
    var lost: [Int], left: String
    /// What brings somebody back; `nil` if nothing does.
    var takes: [Int]?
    var isTried: Bool?
  }
  var accounts: [Account]

  static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/waysback.json")

  /// 500 drawn accounts with seven losses each: no loss, the host or the first thing, and five drawn ones.
  static func drawn() -> WaysBackVectors {
    var numbers = SeededNumbers(seed: 5)
    let pictures = DrawnAccounts(seed: 25).lazy.compactMap(Picture.init).filter { !$0.things.isEmpty }
    return WaysBackVectors(accounts: pictures.prefix(500).map { Account($0, using: &numbers) })
  }

  /// One account in each line, so that a change can be read.
  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let lines = try accounts.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    try Data("{\"accounts\":[\n\(lines.joined(separator: ",\n"))\n]}\n".utf8).write(to: Self.file)
  }
}

extension WaysBackVectors.Account {
  fileprivate init(_ picture: Picture, using numbers: inout SeededNumbers) {
    let exported = picture.exported, count = picture.things.count, summary = Summary(picture)
    holdings = picture.holdings.exported
    sentence = summary.sentence.english
    more = summary.more.map(\.english)
    names = picture.things.map { [$0.name.english, $0.nameInSentence.english] }
    kinds = exported.things.map(\.kind)
    structures = exported.structures
    host = exported.host
    smallest = picture.standing(.open, .proved).smallestLosses().map(\.numbers)
    advice = picture.advice(atMost: .max).filter { $0.steps.count == 1 }.map { advice in
      [advice.steps[0].exported(picture.holdings), advice.effect.english]
    }.sorted { $0[0] < $1[0] }
    let lost = [1, 1, 2, 3, 4].map { size in
      Things((0..<size).map { _ in Int.random(in: 0..<count, using: &numbers) })
    }
    losses = ([.none, picture.host.isEmpty ? Things([0]) : picture.host] + lost).map { lost in
      let way = picture.wayBack(after: lost)
      return WaysBackVectors.Loss(
        lost: lost.numbers, left: picture.left(after: lost).rawValue, takes: way?.takes.numbers, isTried: way?.isTried)
    }
  }
}
