import AsyncAlgorithms
import AuditLog
import Logging
import Model
import ServiceLifecycle

/// Signs the audit log's head and keeps the note beside the log: at start, every ten minutes and at the end, if anything
/// was written since.
struct AuditCheckpoints: Service {
  let store: any Store
  let signer: CheckpointSigner
  let logger: Logger
  var interval = Duration.seconds(600)

  func run() async throws {
    await sign()
    for await _ in AsyncTimerSequence(interval: interval, clock: .continuous).cancelOnGracefulShutdown() {
      await sign()
    }
    await sign()
  }

  private func sign() async {
    do {
      try await store.write { [signer] records in
        let head = try records.auditHead()
        let last = try records.newestCheckpoint().flatMap(signer.key.checkpoint)?.head
        guard head.position > 0, last != head else { return }
        // A log that was changed since is never signed: the checkpoint before would no longer be the newest.
        if let beginning = try records.auditBeginning(), !signer.key.hasSigned(beginning) {
          throw AuditBreak(.missing, position: 1)
        }
        if let last { try records.expect(last) }
        try records.insert(checkpoint: try signer.note(of: head), at: head.position)
      }
    } catch is CancellationError {
      // The program could not even start.
    } catch let found as AuditBreak {
      logger.error("the audit log was changed since its last checkpoint, and is not signed: \(found)")
    } catch { logger.error("no checkpoint of the audit log", metadata: ["error": "\(type(of: error))"]) }
  }
}

extension AuditRecords {
  /// - Throws: `AuditBreak` if the log does not contain this head any more.
  fileprivate func expect(_ head: AuditHead) throws {
    guard let digest = try auditDigest(at: head.position) else { throw AuditBreak(.cutOff, position: head.position) }
    guard digest == head.digest else { throw AuditBreak(.rewritten, position: head.position) }
  }
}
