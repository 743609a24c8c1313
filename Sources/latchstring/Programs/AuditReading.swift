import AuditLog
import Model
import Sentences

/// What a site's database says of its log, all at one moment. Rows that are read afterwards have at least this.
struct AuditBasis: Sendable {
  /// Where the log begins, if entries were taken out of it and the key signed that.
  let beginning: AuditBeginning?
  private let stored: AuditBeginning?
  private let numbers: [[UInt8]: Int64]
  private let untold: UntoldFacts
  private let checkpoint: AuditHead?
  /// `true` if the database says that entries were taken out, and the key did not sign that.
  var isCut: Bool { stored != nil && beginning == nil }

  /// - Parameter key: The key of the checkpoints; by default, the one that the database names.
  init(of store: any Store, key given: CheckpointKey? = nil) async throws {
    let named = try await AuditKey.key(in: store), key = given ?? named
    let (untold, numbers, stored, note) = try await store.read { records in
      (
        try records.untold(), try records.trimmedNumbers(), try records.auditBeginning(),
        try records.newestCheckpoint()
      )
    }
    (self.untold, self.stored) = (untold, stored)
    checkpoint = note.flatMap { key?.checkpoint(in: $0)?.head }
    beginning = stored.flatMap { key?.hasSigned($0) == true ? $0 : nil }
    self.numbers = beginning == nil ? [:] : numbers
  }

  /// Returns `true` if nothing was taken out of the log since.
  func stands(in store: any Store) async throws -> Bool { try await store.read { try $0.auditBeginning() } == stored }

  /// Creates a verifier of the rows in the database.
  func verifier(remembered: [AuditHead] = []) -> AuditVerifier {
    AuditVerifier(
      remembered: remembered + own, untold: untold, beginning: beginning?.head ?? .beginning, numbers: numbers)
  }
  /// Creates a verifier that first takes what was taken out of the database, from the first entry on.
  func verifierFromFirst(remembered: [AuditHead]) -> AuditVerifier {
    AuditVerifier(remembered: remembered + own, untold: untold)
  }
  /// Creates a verifier of the rows up to a checkpoint.
  func verifier(upTo checkpoint: AuditHead) -> AuditVerifier {
    AuditVerifier(
      remembered: [checkpoint] + [stored?.head].compactMap(\.self), beginning: beginning?.head ?? .beginning,
      numbers: numbers)
  }
  /// The heads that the log must have.
  private var own: [AuditHead] { [checkpoint, stored?.head].compactMap(\.self) }
}

/// Reads a site's whole log, and with it what was exported when entries were taken out.
struct AuditReading {
  let store: any Store
  /// Heads that the log once had.
  var remembered: [AuditHead] = []
  /// The key of the checkpoints; if `nil`, the one that the database names.
  var key: CheckpointKey?
  /// What was taken out of the database; if empty, the log is judged from where it begins.
  var files: [AuditFile] = []

  struct Judged {
    var verdict: Result<AuditHead, AuditBreak>
    /// The position of the database's first entry, if earlier ones were taken out.
    var first: Int?
  }

  func judged() async throws -> Judged {
    while true {
      let basis = try await AuditBasis(of: store, key: key)
      if basis.isCut { return Judged(verdict: .failure(AuditBreak(.missing, position: 1))) }
      var verifier = try verifier(basis)
      try await store.eachAuditRow { verifier.take($0) }
      let verdict = verifier.verdict
      // What is missing may have been taken out while it was read.
      if case .failure = verdict, try await !basis.stands(in: store) { continue }
      return Judged(verdict: verdict, first: basis.beginning.map { $0.head.position + 1 })
    }
  }

  private func verifier(_ basis: AuditBasis) throws -> AuditVerifier {
    let begin = basis.beginning?.head ?? .beginning
    guard files.isEmpty else {
      guard begin != .beginning else {
        throw ConfigurationProblem(
          "Nothing was taken out of this log. To check an export by itself, use --export.", code: "whole")
      }
      return try AuditFile.verifier(of: files, upTo: begin, basis.verifierFromFirst(remembered: remembered))
    }
    if let early = remembered.first(where: { $0.position < begin.position }) {
      throw ConfigurationProblem(
        """
        The head that was remembered is at position \(early.position), and the log begins at \(begin.position + 1). \
        Name what was taken out: --trimmed FILE
        """, code: "trimmed")
    }
    return basis.verifier(remembered: remembered)
  }
}

extension Store {
  /// Reads the whole log and judges it.
  /// - Parameter key: The key of the checkpoints; if `nil`, the one that the database names.
  func judgeAudit(by key: CheckpointKey?) async throws -> Result<AuditHead, AuditBreak> {
    try await AuditReading(store: self, key: key).judged().verdict
  }
}
