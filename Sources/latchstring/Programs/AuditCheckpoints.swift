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
        let last = try records.newestCheckpoint().flatMap(signer.key.checkpoint)
        guard head.position > 0, last?.head != head else { return }
        try records.insert(checkpoint: try signer.note(of: head), at: head.position)
      }
    } catch is CancellationError {
      // The program could not even start.
    } catch { logger.error("no checkpoint of the audit log", metadata: ["error": "\(type(of: error))"]) }
  }
}
