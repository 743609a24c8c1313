import AuditLog
import Foundation
import Model
import Sentences

/// An exported log, or a part of one.
struct AuditFile {
  let name: String
  private let lines: [Data]

  /// A file that is not what was taken out of a log, and its first break.
  struct Misfit: Error {
    var file: String, found: AuditBreak
  }

  /// - Throws: `ConfigurationProblem` if the file cannot be read.
  init(_ name: String) throws {
    self.name = name
    lines = try NamedInput.lines(of: name)
  }

  /// - Throws: `ConfigurationProblem` if a line is no entry.
  func eachRow(_ take: (AuditRow) throws -> Void) throws {
    for index in lines.indices { try take(try row(index)) }
  }
  private func row(_ index: Int) throws -> AuditRow {
    do { return try AuditExport.row(Array(lines[index])) } catch {
      throw ConfigurationProblem("Line \(index + 1) of \(name) is no entry: \(error.reason).", code: "unreadable")
    }
  }
  private func first() throws -> Int {
    guard !lines.isEmpty else { throw ConfigurationProblem("\(name) is empty.", code: "unreadable") }
    return try row(0).position
  }

  /// Follows the chain through files, which may overlap: a trimming that was interrupted is exported again from where it
  /// came to.
  /// - Parameters:
  ///   - beginning: The last entry that was taken out.
  ///   - start: The verifier before the first entry.
  /// - Returns: The verifier for what comes after the beginning.
  /// - Throws: `Misfit`.
  static func verifier(
    of files: [AuditFile], upTo beginning: AuditHead, _ start: AuditVerifier
  ) throws -> AuditVerifier {
    let parts = try files.map { (file: $0, before: try $0.first() &- 1) }.sorted { $0.before < $1.before }
    let places = Set(parts.map { $0.before } + [beginning.position])
    var stood = [0: start], ends: [AuditHead] = []
    for (file, before) in parts {
      guard var verifier = stood[before] else {
        throw Misfit(file: file.name, found: AuditBreak(.missing, position: (ends.map(\.position).max() ?? 0) + 1))
      }
      for end in ends where end.position >= before { verifier.remember(end) }
      try file.eachRow { row in
        verifier.take(row)
        if verifier.found == nil, places.contains(row.position) { stood[row.position] = verifier }
      }
      if let found = verifier.found { throw Misfit(file: file.name, found: found) }
      ends.append(verifier.head)
    }
    guard let verifier = stood[beginning.position] else {
      let end = ends.map(\.position).max() ?? 0
      throw Misfit(file: parts.last?.file.name ?? "", found: AuditBreak(.cutOff, position: end + 1))
    }
    return verifier
  }
}
