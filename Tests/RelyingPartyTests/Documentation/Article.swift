import Foundation
import Testing

/// A page of the documentation, and the Swift code on it.
struct Article: Sendable, CustomTestStringConvertible {
  /// A fenced block of Swift.
  struct Block: Sendable {
    /// The file named on the line above the block: `<!-- from PATH -->`.
    var source: String?
    var firstLine: Int
    var lines: [String] = []
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
  static let catalog = "Sources/RelyingParty/RelyingParty.docc"

  let path: String
  let text: String
  var testDescription: String { path }

  static let all: [Article] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: catalog).path)) ?? []
    return
      (names.filter { $0.hasSuffix(".md") }.map { "\(catalog)/\($0)" }.sorted() + [
        "docs/LIBRARIES.md", "Examples/HummingbirdPasskeys/README.md",
      ])
      .map { Article(path: $0, text: lines(of: $0).joined(separator: "\n")) }
  }()

  /// The lines of a file in the repository; none if it cannot be read.
  static func lines(of path: String) -> [String] {
    let text = (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var blocks: [Block] {
    var blocks: [Block] = []
    var open: Block?
    var source: String?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if var block = open {
        if line == "```" {
          blocks.append(block)
          (open, source) = (nil, nil)
        } else {
          block.lines.append(String(line))
          open = block
        }
      } else if line.hasPrefix("```swift") {
        open = Block(source: source, firstLine: index + 1)
      } else if line.hasPrefix("<!-- from ") && line.hasSuffix(" -->") {
        source = String(line.dropFirst(10).dropLast(4))
      } else {
        source = nil
      }
    }
    return blocks
  }
}

extension [String] {
  /// `true` if these lines occur consecutively in `file`, all indented by the same number of additional spaces.
  func stands(in file: [String]) -> Bool {
    guard let first, count <= file.count else { return isEmpty }
    return (0...file.count - count).contains { start in
      guard file[start].hasSuffix(first) else { return false }
      let indentation = String(file[start].dropLast(first.count))
      guard indentation.allSatisfy({ $0 == " " }) else { return false }
      return zip(self, file[start...]).allSatisfy { $1 == ($0.isEmpty ? "" : indentation + $0) }
    }
  }
}
