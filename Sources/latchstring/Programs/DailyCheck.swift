import AsyncAlgorithms
import CeremonyService
import Foundation
import Model
import RelyingParty
import ServiceLifecycle

/// Looks once a day, and at the start, at what goes wrong without anybody noticing, and tells whoever runs the site.
struct DailyCheck: Service {
  let store: any Store
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
      if case .failure = try await store.judgeAudit() { await mail.tell(.auditLog) }
    } catch is StoreError { await mail.tell(.store) } catch {}  // it is being stopped
    let now = UnixTime(seconds: Int64(Date().timeIntervalSince1970))
    if metadata.blob?.isStale(at: now) == true { await mail.tell(.metadata) }
  }
}
