import Foundation
import Model
import Store
import Testing

@testable import AccountService

/// The visits and recoveries that are evicted when one address has begun too many.
@Suite struct VisitorsTests {
  @Test("a recovery waiting for an absent person is never evicted, not even by other recoveries")
  func kept() async throws {
    let flow = "waits", visitors = Visitors(durableFlows: [flow])
    let store = try SQLiteStore(), address = NetworkAddress("192.0.2.1")
    let begun = Date(timeIntervalSince1970: 1_700_000_000)
    @Sendable func visit(_ number: Int) -> Session {
      let at = begun + TimeInterval(number)
      return Session(id: SessionID(digest: [UInt8(number / 256), UInt8(number % 256)]), createdAt: at, seenAt: at)
    }
    for number in 0..<(Visitors.most + 50) {
      try await store.write { records in
        let session = visit(number)
        try visitors.admit(session, from: address, records)
        try records.insert(session)
        try records.insert(
          Run(
            id: "\(number)", session: session.id, flow: flow, origin: "lab", contents: [], activeAt: session.createdAt,
            keptUntil: number == 0 ? begun + 86_400 : nil))
      }
    }
    let left = try await store.read { records in
      try (0..<(Visitors.most + 50)).filter { try records.session(visit($0).id) != nil }
    }
    #expect(left.contains(0) && !left.contains(1) && left.contains(Visitors.most + 49))
    #expect(left.count <= Visitors.most + 1 && visitors.count == left.count)
  }
}
