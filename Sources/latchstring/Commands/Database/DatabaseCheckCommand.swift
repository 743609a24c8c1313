import ArgumentParser
import AuditLog
import Foundation
import Model
import Sentences
import Store
import TerminalSurface

struct DatabaseCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Look whether the database is as a site needs it, and its audit log unbroken.",
    discussion: "The exit status is 0 if nothing has to be done, 1 otherwise, 2 if the database cannot be read.")

  @OptionGroup var flags: DatabaseFlags

  func run() async throws {
    try await reportingProblems(status: 2) {
      let address = try await flags.address()
      let findings = try DatabaseLook(address).findings
      for finding in findings { say(finding.isFine ? finding.sentence : "To do: \(finding.sentence)") }
      let isWhole = try await Self.audit(address)
      guard isWhole, findings.allSatisfy(\.isFine) else { throw ExitCode(1) }
    }
  }

  private static func audit(_ address: PostgreSQLAddress) async throws -> Bool {
    let verdict = try await PostgreSQLStore(address).judgeAudit()
    say(verdict.sentence)
    if case .success = verdict { return true }
    return false
  }
}

/// What a PostgreSQL server is like, in sentences for whoever runs the site.
struct DatabaseLook {
  struct Finding {
    var isFine = true
    var sentence: Sentence
  }
  private let look: PostgreSQLLook
  private let wanted: Int

  /// By how many seconds clocks may differ before somebody should know, and before a server does not start.
  private static let mostClockSkew = 5.0, impossibleClockSkew = 60.0

  /// - Throws: `StoreError.unavailable`.
  init(_ address: PostgreSQLAddress) throws {
    look = try PostgreSQLLook(address)
    wanted = address.connections
  }

  var findings: [Finding] {
    [
      Finding(sentence: "PostgreSQL \(look.version), database \(look.database)."),
      finding(
        look.freeConnections >= wanted, "It has connections left for this server's \(wanted).",
        """
        It has only \(look.freeConnections) connections left, and this server takes \(wanted). Raise max_connections \
        there, or lower database.connections here: all servers share them.
        """),
      finding(
        isOnTime, "Its clock and this computer's agree.",
        """
        Its clock and this computer's differ by \(Int(abs(look.clockAhead).rounded())) seconds. Codes and sessions \
        would end too early or too late. Set both by a time server.
        """),
      finding(
        look.needlessRights.isEmpty, "Its role may do no more than it needs.",
        """
        The role may do more than a site needs: \(Sentence(verbatim: look.needlessRights.joined(separator: ", "))). \
        Give it a role that owns its tables and nothing else.
        """),
      finding(
        look.isPrivate, "Nobody on the way can read along.",
        "The connection is not encrypted. Add sslmode=verify-full to database.url."),
      finding(
        look.waitsForDisk, "What it confirms is on its disk.",
        """
        It confirms before it has written. A power cut would take back what people were told. Set fsync and \
        synchronous_commit to on there.
        """),
      standby,
    ]
  }

  private var standby: Finding {
    guard look.waitsForStandby else {
      return Finding(sentence: "No standby has what it confirms. If its disk is lost, so is all since the last copy.")
    }
    return finding(
      look.isFollowed, "What it confirms is also on a standby.",
      """
      It confirms nothing: each commit waits for a standby, and none is connected. Start the standby, or let the \
      database go on without one, as docs/HOSTING.md says.
      """)
  }

  /// What keeps a server from starting.
  var obstacle: Sentence? {
    let isImpossible = abs(look.clockAhead) > Self.impossibleClockSkew || look.freeConnections < wanted
    return isImpossible ? findings.first { !$0.isFine }?.sentence : nil
  }

  private var isOnTime: Bool { abs(look.clockAhead) <= Self.mostClockSkew }
  private func finding(_ isFine: Bool, _ fine: Sentence, _ otherwise: Sentence) -> Finding {
    Finding(isFine: isFine, sentence: isFine ? fine : otherwise)
  }
}
