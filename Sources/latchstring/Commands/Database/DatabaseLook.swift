import Foundation
import Logging
import Model
import Sentences
import Store

/// What a PostgreSQL server is like, in sentences for whoever runs a site or a provider with it.
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
        The role may do more than it needs: \(Sentence(verbatim: look.needlessRights.joined(separator: ", "))). \
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

  /// Says what the database lacks, and stops where a server could not keep its promises with it.
  static func beforeStart(_ address: PostgreSQLAddress, _ logger: Logger) throws {
    let look = try DatabaseLook(address)
    if let obstacle = look.obstacle { throw ConfigurationProblem(obstacle, code: "database") }
    for finding in look.findings where !finding.isFine { logger.warning("\(finding.sentence.english)") }
  }

  private var isOnTime: Bool { abs(look.clockAhead) <= Self.mostClockSkew }
  private func finding(_ isFine: Bool, _ fine: Sentence, _ otherwise: Sentence) -> Finding {
    Finding(isFine: isFine, sentence: isFine ? fine : otherwise)
  }
}
