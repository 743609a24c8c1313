import AsyncAlgorithms
import AuditLog
import CeremonyService
import Foundation
import Model
import RelyingParty
import ServiceLifecycle

/// Looks once a day, and at the start, at what goes wrong without anybody noticing, and tells whoever runs the site.
struct DailyCheck: Service {
  let store: any Store
  /// The key that signs the audit log's checkpoints.
  let key: CheckpointKey
  let metadata: CurrentMetadata
  let mail: OperatorMail

  func run() async throws {
    await check()
    for await _ in AsyncTimerSequence(interval: .seconds(24 * 60 * 60), clock: .continuous).cancelOnGracefulShutdown() {
      await check()
    }
  }

  private func check() async {
    do {
      if try await !isLogWhole() { await mail.tell(.auditLog) }
    } catch is StoreError { await mail.tell(.store) } catch {}  // it is being stopped
    let now = UnixTime(seconds: Int64(Date().timeIntervalSince1970))
    if metadata.blob?.isStale(at: now) == true { await mail.tell(.metadata) }
  }
  private func isLogWhole() async throws -> Bool {
    guard try await AuditKey.key(in: store) == key, case .success = try await store.judgeAudit(by: key) else {
      return false
    }
    return true
  }
}
